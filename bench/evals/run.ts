/**
 * `npm run eval`: runs the tasks of this folder and prints the results. With providers' keys in the
 * environment real models work; otherwise a scripted solver behind a simulated provider.
 */
import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { simulatedProviders, startSimulatedProvider } from './solver/simulated-providers.js';
import type { SimulatedProviderName } from './solver/simulated-providers.js';
import { carryOut } from './harness/carry-out.js';
import type { Commission } from './harness/carry-out.js';
import type { EvalResult } from './harness/eval-result.js';
import { readRecord, renderComparison, renderResults, renderWays } from './harness/eval-report.js';
import type { EvalRecord } from './harness/eval-report.js';
import type { RunDetail } from '../../src/protocol/records/work.js';
import { loadTasks } from './harness/eval-task.js';
import type { EvalTask } from './harness/eval-task.js';
import { loadForeignTasks } from './harness/foreign-tasks.js';
import { wayOf, waysByPipeline } from './harness/ways.js';
import type { Way } from './harness/ways.js';

interface Options {
  readonly tasks?: readonly string[];
  readonly packages?: true;
  readonly folder?: string;
  readonly models?: readonly string[];
  readonly pipeline?: string;
  readonly by?: 'pipeline';
  readonly times: number;
  readonly budget: number;
  readonly out?: string;
  readonly compare?: string;
  readonly simulate?: SimulatedProviderName;
  readonly show?: true;
}

/** Number of characters shown from the end of a turn's text. */
const shownCharacters = 400;

const list = (text: string): readonly string[] => text.split(',').map((word) => word.trim());
const positive = (text: string): number => {
  const number = Number(text);
  if (!(number > 0)) throw new InvalidArgumentError('A number above 0.');
  return number;
};

const program = new Command('npm run eval --')
  .description('Measures what the office delivers. See docs/evals.md.')
  .argument('[record]', 'with --compare: the later record')
  .option('--tasks <ids>', 'these tasks only, separated by commas', list)
  .option('--packages', 'the tasks on packages from the registry in place of our own')
  .option('--folder <path>', 'the tasks of this folder in place of our own, laid out as others do')
  .option('--models <names>', 'these models only, as <provider>/<model>, separated by commas', list)
  .option('--pipeline <id>', 'this pipeline in place of the one each task names')
  .addOption(
    new Option('--by <what>', 'each task in every way, compared in a table')
      .choices(['pipeline'])
      .conflicts('pipeline'),
  )
  .option('--times <n>', 'attempts at each task', positive, 1)
  .option('--budget <usd>', 'ceiling of each run', positive, 5)
  .option('--out <file>', 'write the results as JSON')
  .option('--compare <file>', 'compare two records that --out wrote: --compare a.json b.json')
  .option('--show', 'tell what was said and called in every turn')
  .option(
    '--simulate <provider>',
    `solve with the script, behind one of: ${simulatedProviders.join(', ')}`,
  )
  .action(async (later: string | undefined, options: Options) => {
    if (options.compare !== undefined) return compare(options.compare, later);
    await measure(options);
  });

function compare(earlier: string, later: string | undefined): void {
  if (later === undefined) return program.error('--compare takes two files.');
  const record = (file: string): EvalRecord => readRecord(readFileSync(file, 'utf8'));
  for (const line of renderComparison(record(earlier), record(later))) console.log(line);
}

async function measure(options: Options): Promise<void> {
  const tasks = chosen(tasksOf(options), options.tasks);
  const keys = providerVariables(process.env);
  const isReal = options.simulate === undefined && Object.keys(keys).some(isKey);
  await using provider = isReal
    ? null
    : await startSimulatedProvider(options.simulate ?? 'openai', tasks);
  if (provider !== null)
    console.log(`Without a model: the script solves, behind a simulated provider.\n`);
  const commission: Commission = {
    env: provider?.env ?? keys,
    budgetUsd: options.budget,
    ...(options.models !== undefined && { models: options.models }),
    ...(options.show && { onRun: showTurns }),
  };
  const begunAt = new Date().toISOString();
  const ways = options.by === 'pipeline' ? waysByPipeline : [namedWay(options)];
  const results: EvalResult[] = [];
  for (const way of ways) {
    results.push(
      ...(await attemptAll(tasks, options.times, { ...commission, ...(way && { way }) })),
    );
  }
  for (const line of renderResults(results)) console.log(line);
  if (options.by !== undefined) console.log(['', ...renderWays(results)].join('\n'));
  if (options.out !== undefined) {
    writeFileSync(options.out, `${JSON.stringify({ begunAt, results }, null, 2)}\n`);
  }
  if (results.some(({ solved }) => !solved)) process.exitCode = 1;
  if (provider !== null) tellFaults(results, provider.simulator.refusals);
}

function tasksOf({ packages, folder }: Options): readonly EvalTask[] {
  if (folder === undefined) {
    return loadTasks(join(import.meta.dirname, packages ? 'packages' : 'tasks'));
  }
  const { tasks, refused } = loadForeignTasks(folder);
  for (const { id, reason } of refused) console.log(`Left out: ${id}: ${reason}.`);
  return tasks;
}

/** The way that was asked for; undefined: that of each task. */
const namedWay = ({ pipeline }: Options): Way | undefined =>
  pipeline === undefined ? undefined : wayOf(pipeline);

/** Prints failed turns and refused requests; exit code 1 if there are any. */
function tellFaults(results: readonly EvalResult[], refusals: readonly object[]): void {
  const failedTurns = results.reduce((sum, result) => sum + result.failedTurns, 0);
  if (failedTurns + refusals.length === 0) return;
  console.log(`Turns that failed: ${failedTurns}. Requests that were refused:`, refusals);
  process.exitCode = 1;
}

/** Prints each turn with its calls and the end of its text. */
function showTurns(run: RunDetail): void {
  for (const { roleId, purpose, status, toolCalls, text, error } of run.turns) {
    const calls = toolCalls
      .map((call) => `${call.name}${call.status === 'ok' ? '' : '!'}`)
      .join(' ');
    console.log(`- ${roleId}: ${purpose} [${status}] ${calls}`);
    console.log(`    ${(error ?? text).trim().slice(-shownCharacters).replaceAll('\n', '\n    ')}`);
  }
}

async function attemptAll(
  tasks: readonly EvalTask[],
  times: number,
  commission: Commission,
): Promise<readonly EvalResult[]> {
  const results: EvalResult[] = [];
  for (const task of tasks) {
    for (let attempt = 1; attempt <= times; attempt += 1) {
      const result = await carryOut(task, commission);
      process.stderr.write(`${result.solved ? 'solved' : 'FAILED'}  ${task.id}\n`);
      results.push(result);
    }
  }
  return results;
}

function chosen(
  tasks: readonly EvalTask[],
  ids: readonly string[] | undefined,
): readonly EvalTask[] {
  if (ids === undefined) return tasks;
  const unknown = ids.filter((id) => !tasks.some((task) => task.id === id));
  if (unknown.length > 0) program.error(`There is no task ${unknown.join(', ')}.`);
  return tasks.filter(({ id }) => ids.includes(id));
}

const isKey = (name: string): boolean => name.endsWith('_API_KEY');

/** The variables about providers: keys, and the service's own settings. */
function providerVariables(env: NodeJS.ProcessEnv): Record<string, string> {
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      (isKey(entry[0]) || /^OFFICE_.*(?:_BASE_URL|_ENDPOINT)$/.test(entry[0])),
  );
  return Object.fromEntries(kept);
}

await program.parseAsync();
