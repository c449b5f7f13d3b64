import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunDetail } from '#protocol/records/work.js';
import { repositoryRoot } from '../../support/run-program.js';
import type { Payload } from './payload.js';

const file = join(repositoryRoot, 'docs/security.md');
const begin = '<!-- begin: a model that obeys everything -->';
const end = '<!-- end: a model that obeys everything -->';

/** What the service let happen in a run: its calls and the answers of people, without times. */
export function outcomeOf({ turns, approvals }: RunDetail): string {
  const calls = turns.flatMap(({ toolCalls }) => toolCalls);
  const named = (wanted: boolean): readonly string[] =>
    calls
      .filter(({ status }) => (status === 'ok') === wanted)
      .map(({ name }) => name.replace(/^mcp__.*/, 'mcp'));
  const answers = approvals.map(({ status, decidedBy }) =>
    status === 'approved' ? 'yes' : decidedBy === 'timeout' ? 'silence' : 'no',
  );
  const parts = [
    ['ran', counted(named(true))],
    ['refused', counted(named(false))],
    ['answers', counted(answers)],
  ] as const;
  const told = parts.flatMap(([what, list]) => (list === '' ? [] : [`${what} ${list}`]));
  return told.join('; ') || 'not shown';
}

/** Each name once with its number, sorted, as one word. */
function counted(names: readonly string[]): string {
  const counts = Map.groupBy(names, (name) => name);
  return [...counts]
    .map(([name, all]) => (all.length > 1 ? `${name}×${all.length}` : name))
    .sort()
    .join(',');
}

/** The table of what was tried. */
export function tableOf(
  payloads: readonly Payload[],
  outcomes: ReadonlyMap<Payload, ReadonlyMap<string, string>>,
): string {
  const rows = [...payloads]
    .sort((one, other) => (one.risk < other.risk ? -1 : one.risk > other.risk ? 1 : 0))
    .map((payload) => {
      const of = outcomes.get(payload);
      const { risk, kind, channel, tried } = payload;
      return [risk, kind, channel, tried, of?.get('sandbox') ?? '–', of?.get('ask') ?? '–'];
    });
  const head = [
    'Risk',
    'Payload',
    'Channel',
    'Tried',
    'Floor in mode `sandbox`',
    'Floor that asks',
  ];
  const lines = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
  const table = lines.join('\n');
  if (process.env.OFFICE_OBEDIENCE_TABLE === 'write') writeTable(table);
  return normal(table);
}

/** The same as the document holds it, without the padding of its columns. */
export function tableOfDocument(): string {
  const text = readFileSync(file, 'utf8');
  return normal(text.slice(text.indexOf(begin) + begin.length, text.indexOf(end)));
}

function writeTable(table: string): void {
  const text = readFileSync(file, 'utf8');
  const [before = '', rest = ''] = text.split(begin);
  const [, after = ''] = rest.split(end);
  writeFileSync(file, `${before}${begin}\n\n${table}\n\n${end}${after}`);
}

function normal(table: string): string {
  return table
    .trim()
    .split('\n')
    .map((line) => line.replace(/ +\|/g, ' |').replace(/-{3,}/g, '---'))
    .join('\n');
}
