import { z } from 'zod';
import { table } from '#cli/table.js';
import type { EvalResult } from './eval-result.js';

const resultSchema = z.object({
  task: z.string(),
  way: z.string().default('its own'),
  solved: z.boolean(),
  failure: z.string().nullable(),
  costUsd: z.number(),
  tokensIn: z.number(),
  tokensOut: z.number(),
  reasoningTokens: z.number(),
  cachedShare: z.number().nullable(),
  calls: z.number(),
  turns: z.number(),
  failedTurns: z.number(),
  minutes: z.number(),
  models: z.array(z.string()),
});

const recordSchema = z.object({ begunAt: z.string(), results: z.array(resultSchema) });

/** The record that `--out` writes and `--compare` reads; `begunAt` is in ISO form. */
export interface EvalRecord {
  readonly begunAt: string;
  readonly results: readonly EvalResult[];
}

/** Parses a record from JSON. Throws for anything else. */
export function readRecord(text: string): EvalRecord {
  return recordSchema.parse(JSON.parse(text));
}

const percent = (share: number | null): string =>
  share === null ? '-' : `${Math.round(share * 100)} %`;
const dollars = (usd: number): string => `$${usd.toFixed(4)}`;

/** A line per attempt, then the sum. */
export function renderResults(results: readonly EvalResult[]): readonly string[] {
  const rows = results.map((result) => [
    result.task,
    result.solved ? 'solved' : 'FAILED',
    dollars(result.costUsd),
    String(result.tokensIn),
    String(result.tokensOut),
    String(result.reasoningTokens),
    percent(result.cachedShare),
    String(result.calls),
    `${result.turns}${result.failedTurns > 0 ? ` (${result.failedTurns} failed)` : ''}`,
    result.minutes.toFixed(2),
    result.failure ?? '',
  ]);
  const heading = [
    'task',
    'result',
    'cost',
    'tokens in',
    'tokens out',
    'reasoning',
    'cached',
    'calls',
    'turns',
    'minutes',
    'cause of failure',
  ];
  return [...table([heading, ...rows]), '', summaryOf(results)];
}

function summaryOf(results: readonly EvalResult[]): string {
  const solved = results.filter((result) => result.solved).length;
  const cost = sum(results, ({ costUsd }) => costUsd);
  const tokens = sum(results, ({ tokensIn }) => tokensIn);
  const each = solved === 0 ? '' : `, ${dollars(cost / solved)} for each solved`;
  return `${solved} of ${results.length} solved, ${dollars(cost)}${each}, ${tokens} tokens read.`;
}

/** A table in Markdown: a line per way, with the sums over the same tasks. */
export function renderWays(results: readonly EvalResult[]): readonly string[] {
  const ways = [...new Set(results.map(({ way }) => way))];
  const rows = ways.map((way) => {
    const own = results.filter((result) => result.way === way);
    return [
      way,
      share(own),
      dollars(sum(own, ({ costUsd }) => costUsd)),
      String(sum(own, ({ calls }) => calls)),
      String(sum(own, ({ tokensIn }) => tokensIn)),
      sum(own, ({ minutes }) => minutes).toFixed(1),
    ];
  });
  const heading = ['Pipeline', 'Solved', 'Cost', 'Calls', 'Input tokens', 'Minutes'];
  return [heading, heading.map((_, at) => (at === 0 ? '---' : '---:')), ...rows].map(
    (cells) => `| ${cells.join(' | ')} |`,
  );
}

/** Changes from the first record to the second: a line per common task. */
export function renderComparison(before: EvalRecord, after: EvalRecord): readonly string[] {
  const tasks = [...new Set(before.results.map(({ task }) => task))];
  const rows = tasks.flatMap((task) => {
    const [one, two] = [before, after].map(({ results }) =>
      results.filter((result) => result.task === task),
    );
    if (one === undefined || two === undefined || two.length === 0) return [];
    return [
      [
        task,
        `${share(one)} -> ${share(two)}`,
        change(one, two, ({ costUsd }) => costUsd),
        change(one, two, ({ tokensIn }) => tokensIn),
        change(one, two, ({ calls }) => calls),
        change(one, two, ({ minutes }) => minutes),
      ],
    ];
  });
  return [
    ...table([['task', 'solved', 'cost', 'tokens in', 'calls', 'minutes'], ...rows]),
    '',
    `before: ${summaryOf(before.results)}`,
    `after:  ${summaryOf(after.results)}`,
  ];
}

const share = (results: readonly EvalResult[]): string =>
  `${results.filter(({ solved }) => solved).length}/${results.length}`;

function change(
  before: readonly EvalResult[],
  after: readonly EvalResult[],
  figure: (result: EvalResult) => number,
): string {
  const was = sum(before, figure) / before.length;
  const is = sum(after, figure) / after.length;
  if (was === 0) return is === 0 ? '0 %' : 'from 0';
  const percentage = Math.round((is / was - 1) * 100);
  return `${percentage > 0 ? '+' : ''}${percentage} %`;
}

function sum(results: readonly EvalResult[], figure: (result: EvalResult) => number): number {
  return results.reduce((total, result) => total + figure(result), 0);
}
