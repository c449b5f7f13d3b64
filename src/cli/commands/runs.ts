import { readFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { RunsPage } from '../../client/http/asked.js';
import type { Operations } from '../../client/http/operations.js';
import { limits } from '../../protocol/limits.js';
import { type RunStatus, runStatuses } from '../../protocol/records/enums.js';
import type { Run } from '../../protocol/records/work.js';
import type { WorkPlan } from '../../protocol/records/work-plan.js';
import { UsageError } from '../usage-error.js';
import { matchesSearch } from '../../protocol/rules/run-search.js';
import type { Act, Around } from '../around.js';
import { exitCodes } from '../exit-codes.js';
import { followRun } from '../follow.js';
import { titleOf } from '../../protocol/rules/run-title.js';
import { spentOfWords } from '../../protocol/rules/spent-of.js';
import { spendDecimals } from '../money.js';
import type { Output } from '../output.js';
import { excerpt } from '../printable.js';
import { addDeliver, addRevert } from './changes.js';
import { addComments } from './comments.js';
import { addDiff } from './diff.js';
import { renderAccepted, renderReport } from '../render-report.js';
import { renderShown } from '../render-shown.js';
import { office } from '../command-name.js';

interface RunsOptions {
  readonly limit: number;
  readonly active?: boolean;
  readonly search?: string;
  readonly status?: RunStatus;
  readonly floor?: string;
  readonly before?: string;
}

interface RetryOptions {
  readonly stage?: string;
  readonly follow?: boolean;
}

const runsHelp = `
Examples:
  $ ${office} runs --active --json | jq -r .id
  $ ${office} runs --search "csv parser" --status failed
  $ ${office} runs --before run_1a2b        the page after the one that ends with run_1a2b`;

const steerHelp = `
Examples:
  $ ${office} steer run_1a2b "Leave the public API as it is"
  $ ${office} show run_1a2b --json | jq .workPlan > plan.json
  $ ${office} steer run_1a2b --plan plan.json`;

export function addRuns(program: Command, act: Act): void {
  program
    .command('runs')
    .description('the history of runs, newest first')
    .option('-n, --limit <count>', 'so many at most', count, 20)
    .option('--active', 'only those at work')
    .option('--search <words>', 'only those with all these words, in brief, outcome, tags or id')
    .addOption(new Option('--status <status>', 'only those').choices(runStatuses))
    .option('--floor <id>', 'only those of a floor')
    .option('--before <run>', 'only those older than this one: the next page')
    .addHelpText('after', runsHelp)
    .action(act(list));
  program
    .command('show')
    .description(
      'a run: how it went, what it says, what it wrote, what proves it, what it asked and cost',
    )
    .argument('<run>')
    .addHelpText('after', `\nExample:\n  $ ${office} show run_1a2b --json | jq .turns`)
    .action(act(show));
  program
    .command('follow')
    .description('watch a run from its beginning to its end, and answer what it asks')
    .argument('<run>')
    .addHelpText('after', '\nCtrl-C stops watching; the run goes on.')
    .action(act(follow));
  program
    .command('retry')
    .description('do again what a run that has ended left undone, in a new run')
    .argument('<run>')
    .option('--stage <id>', 'begin with this stage; without it, with the first that is not done')
    .option('-f, --follow', 'watch it to its end and answer what it asks')
    .action(act(retry));
  program
    .command('steer')
    .description('add an instruction to a run at work')
    .argument('<run>')
    .argument('[text...]')
    .option('--plan <file>', 'another plan, as JSON: it holds from the next stage on')
    .addHelpText('after', steerHelp)
    .action(act(steer));
  addDiff(program, act);
  addRevert(program, act);
  addDeliver(program, act);
  addComments(program, act);
  program.command('cancel').description('stop a run').argument('<run>').action(act(cancel));
}

async function list({ http, out }: Around, command: Command): Promise<void> {
  const { limit, active, floor, ...asked } = command.opts<RunsOptions>();
  const wanted = { ...asked, ...(floor !== undefined && { workspaceId: floor }) };
  const runs = active ? await atWork(http, wanted) : await history(http, wanted, limit);
  out.list(runs.slice(0, limit), (shown) => rows(out, shown));
}

/** The service returns all active runs; the history has no such filter. */
async function atWork(http: Operations, wanted: RunsPage): Promise<readonly Run[]> {
  const held = await http.runs();
  const from = held.findIndex(({ id }) => id === wanted.before) + 1;
  return held.slice(from).filter((run) => run.endedAt === null && matchesSearch(run, wanted));
}

/** This many runs, over as many pages as needed. */
async function history(http: Operations, wanted: RunsPage, count: number): Promise<Run[]> {
  const runs: Run[] = [];
  for (let { before } = wanted; runs.length < count; before = runs.at(-1)?.id) {
    const limit = Math.min(count - runs.length, limits.runsPageMax);
    const page = await http.runs({ ...wanted, limit, ...(before !== undefined && { before }) });
    runs.push(...page);
    if (page.length < limit) break;
  }
  return runs;
}

function rows(out: Output, runs: readonly Run[]): string[] {
  if (runs.length === 0)
    return [`No runs. Commission one: ${office} submit "<what you want done>"`];
  return out.table(
    ['run', 'status', 'stage', 'spent', 'floor', 'brief'],
    runs.map(({ id, status, stages, budget, workspaceId, title, brief }) => [
      id,
      status,
      `${stages.filter(({ endedAt }) => endedAt !== null).length}/${stages.length}`,
      spentOfWords(budget.spentUsd, budget.limitUsd, spendDecimals),
      workspaceId,
      excerpt(titleOf({ title, brief }), 60),
    ]),
  );
}

async function show({ http, out, typed }: Around, { args: [id = ''] }: Command): Promise<void> {
  const around = { table: out.table.bind(out), typed };
  out.show(await http.run(id), (run) => [...renderReport(run), ...renderShown(run, around)]);
}

async function follow(around: Around, { args: [id = ''] }: Command): Promise<number> {
  return followRun(around, await around.http.run(id));
}

async function cancel(around: Around, { args: [id = ''] }: Command): Promise<number> {
  using office = await around.connect();
  const run = await office.cancel(id, { signal: around.interrupt.signal });
  around.out.show(run, () => [`Run ${run.id} is ${around.out.status(run.status)}.`]);
  return exitCodes.done;
}

async function retry(around: Around, command: Command): Promise<number> {
  const [id = ''] = command.args;
  const { stage, follow: watch } = command.opts<RetryOptions>();
  using office = await around.connect();
  const { signal } = around.interrupt;
  const run = await office.retry(id, { signal, ...(stage !== undefined && { stage }) });
  if (watch) return followRun(around, run);
  around.out.show(run, () => [
    ...renderAccepted(run),
    `Watch it: ${around.typed(`follow ${run.id}`)}`,
  ]);
  return exitCodes.done;
}

async function steer(around: Around, command: Command): Promise<number> {
  const [id = '', ...words] = command.args;
  const { plan: file } = command.opts<{ readonly plan?: string }>();
  const { signal } = around.interrupt;
  const plan = file === undefined ? null : await readPlan(file);
  using office = await around.connect();
  const run =
    plan === null
      ? await office.steer(id, words.join(' '), { signal })
      : await office.changePlan(id, plan, { signal });
  const said =
    plan === null
      ? `Run ${run.id} has the instruction; its next call shows it.`
      : `Run ${run.id} has another plan, which holds from the next stage on.`;
  around.out.show(run, () => [said]);
  return exitCodes.done;
}

/** Only parses the plan; the office validates it. */
async function readPlan(file: string): Promise<WorkPlan> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as WorkPlan;
  } catch (error) {
    throw new UsageError(`${file} holds no plan: ${String(error)}`);
  }
}

function count(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('It must be a whole number above 0.');
}
