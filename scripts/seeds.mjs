/**
 * `npm run seeds -- --count 1000 --from 1`: simulated fleets, each driven by one number.
 * Prints the seeds that fail, with the command that replays each.
 *
 *    --seed 7              one seed; the same as --from 7 --count 1
 *    --history             prints what was seen from outside
 *    --only 0,3,7          only these of its actions
 *    --schedule 9          another order of what is due together
 *    --shrink              few actions with which each failing seed still fails
 *    --keep                the plan that shows a fault, made simple, joins the corpus
 *    --kept NAME.json      a plan of the corpus
 *    --workers 1           processes; as many as processors, unless given
 *    --planted 'decided twice'   with one of the faults that show that the oracles see
 */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    from: { type: 'string', default: '1' },
    count: { type: 'string', default: '1000' },
    history: { type: 'boolean', default: false },
    shrink: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    kept: { type: 'string' },
    only: { type: 'string' },
    schedule: { type: 'string' },
    workers: { type: 'string', default: String(availableParallelism()) },
    planted: { type: 'string' },
  },
});
const from = whole(values.seed === undefined ? 'from' : 'seed');
const isOne = values.seed !== undefined || values.kept !== undefined;
const count = isOne ? 1 : whole('count');
if (values.schedule !== undefined) whole('schedule');
for (const place of values.only?.split(',') ?? []) whole('only', place, 0);
/** Seeds of one process, which loads for 10 s and keeps what killed replicas wait for, 200 kB a seed. */
const most = 2000;
const file = fileURLToPath(new URL('../test/seeds/support/worker.ts', import.meta.url));
const workers = Math.min(count, whole('workers'));
const ofOne = Math.min(most, Math.ceil(count / workers));
const totals = { seeds: 0, failed: 0, simulatedMs: 0, cpuMs: 0 };

let next = from;

await Promise.all(Array.from({ length: workers }, work));
const hours = Math.round(totals.simulatedMs / 3_600_000);
const each = `${Math.round(totals.cpuMs / totals.seeds)} ms of processor time each`;
console.log(`${totals.seeds} seeds, ${hours} simulated hours, ${each}, ${totals.failed} failed`);
process.exitCode = totals.failed > 0 || totals.seeds < count ? 1 : 0;

/** Ends the process where an option is no whole number, by which it would carry out nothing. */
function whole(name, text = values[name], least = 1) {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= least) return number;
  console.error(`--${name} ${text}: a whole number from ${least} on is needed`);
  process.exit(1);
}

/** Carries out seeds until none is left. */
async function work() {
  while (next < from + count) {
    const first = next;
    next = Math.min(first + ofOne, from + count);
    await carryOut(first, next);
  }
}

/** Carries out the seeds from the first up to the end, in a process of its own. */
function carryOut(first, end) {
  const execArgv = ['--import', '@swc-node/register/esm-register'];
  const share = { ...values, from: first, end };
  const child = fork(file, [JSON.stringify(share)], { execArgv });
  child.on('message', ({ faults, seed, simulatedMs, cpuMs, schedule, actions, history }) => {
    totals.seeds += 1;
    totals.simulatedMs += simulatedMs;
    totals.cpuMs += cpuMs;
    if (values.history) process.stdout.write(history);
    if (faults.length === 0) return;
    totals.failed += 1;
    const planted = values.planted === undefined ? '' : ` --planted '${values.planted}'`;
    console.log(`seed ${seed}: ${faults.join('; ')}`);
    const only =
      values.shrink || values.only ? ` --only ${actions.join()} --schedule ${schedule}` : '';
    const plan = values.kept === undefined ? `--seed ${seed}` : `--kept ${values.kept}`;
    console.log(`  npm run seeds -- ${plan}${only} --history${planted}`);
  });
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      if (code !== 0) console.log(`a process ended with ${code}; its further seeds did not run`);
      resolve();
    });
  });
}
