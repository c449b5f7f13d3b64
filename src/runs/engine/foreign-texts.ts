import { domainToASCII } from 'node:url';
import { isNamed } from '#platform/net/egress/host-rules.js';
import { bareHost } from '#platform/net/addresses.js';
import { shownName } from '#platform/paths/shown-name.js';
import { clip } from '#platform/text/clip.js';
import type { Workspace } from '#protocol/records/organisation.js';
import type { ForeignSource } from '#protocol/records/evidence.js';
import type { CommentedLines } from '#protocol/records/change-review.js';
import { withoutFenced } from '#protocol/rules/fences.js';
import type { ForeignText, ToolArguments, ToolContext } from '#tools/tool.js';
import type { RunCommit } from './journal/run-journal.js';
import type { RunSession } from './journal/run-session.js';

const mostSources = 20;
const nameCharacters = 200;

/** Tools whose results contain no workspace file, or which report foreign texts themselves. */
const withoutFiles: ReadonlySet<string> = new Set([
  ...['web_fetch', 'web_search', 'recall', 'propose_fact', 'read_skill', 'read_document'],
  ...['think', 'todo_write', 'set_plan', 'find_tools', 'write_file'],
]);

/**
 * True if the files of a floor count as foreign text: a person said so, or nobody has decided and
 * its commands run without a question.
 */
export function hasForeignFiles(floor: Pick<Workspace, 'trusted' | 'shell'> | null): boolean {
  return floor !== null && !(floor.trusted ?? floor.shell !== 'sandbox');
}

/** The foreign texts in the result of a tool. */
export function foreignIn(
  tool: string,
  { path }: ToolArguments,
  told: readonly ForeignText[] = [],
  floor: Parameters<typeof hasForeignFiles>[0],
): readonly ForeignText[] {
  if (told.length > 0 || withoutFiles.has(tool) || !hasForeignFiles(floor)) return told;
  const name = typeof path === 'string' && path !== '' ? path : tool;
  return [{ kind: 'files', name }];
}

/**
 * Records the foreign texts that a run has read, in the commit after which a model may see them.
 */
export function noteForeign(commit: RunCommit, texts: readonly ForeignText[]): void {
  const foreign = withForeign(commit.run.foreign, texts, commit.at);
  if (foreign.length === (commit.run.foreign?.length ?? 0)) return;
  commit.changeRun((run) => ({ ...run, foreign }));
  commit.announceRun();
}

/** The foreign texts of a run with further ones, each once. */
export function withForeign(
  known: readonly ForeignSource[] = [],
  texts: readonly ForeignText[],
  at: number,
): readonly ForeignSource[] {
  const sources = [...known];
  for (const { kind, name } of texts) {
    const shown = clip(shownName(name), nameCharacters, '…');
    const isKnown = sources.some((one) => one.kind === kind && one.name === shown);
    if (!isKnown && sources.length < mostSources) sources.push({ kind, name: shown, at });
  }
  return sources;
}

/** What tools may know of foreign texts. */
export function foreignContext(
  session: Pick<RunSession, 'earlier' | 'floor' | 'instructions' | 'run'>,
): Pick<ToolContext, 'foreign' | 'namesHost'> {
  const { earlier, floor, instructions, run } = session;
  const said = [
    wordsOf(run.brief, run.commented),
    wordsOf(earlier?.brief ?? '', earlier?.commented),
    ...instructions.map(({ text, commented }) => wordsOf(text, commented)),
  ];
  return {
    foreign: run.foreign ?? [],
    namesHost: ({ hostname, port, protocol }) => {
      const host = bareHost(hostname);
      const standard = protocol === 'http:' ? 80 : 443;
      const target = { host, port: port === '' ? standard : Number(port) };
      return isNamed(target, floor?.hosts ?? []) || said.some((text) => speaksOf(text, host));
    },
  };
}

/**
 * A person's own words, without fenced material. Of comments only their texts, because models
 * choose file paths.
 */
function wordsOf(text: string, commented?: readonly CommentedLines[]): string {
  return commented === undefined
    ? withoutFenced(text)
    : commented.map((each) => each.text).join('\n');
}

/** True if a text names a host, alone or in an address. */
export function speaksOf(text: string, host: string): boolean {
  const bare = withoutWww(host);
  return text
    .split(/[^\p{L}\p{N}._-]+/u)
    .some((word) => word.includes('.') && withoutWww(asHost(word)) === bare);
}

function asHost(word: string): string {
  const labels = word.split('.').filter((label) => label !== '');
  return domainToASCII(labels.join('.'));
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}

/** The lines of files that comments show to the run. */
export function commentedIn({
  run,
  instructions,
}: Pick<RunSession, 'run' | 'instructions'>): readonly CommentedLines[] {
  return [...(run.commented ?? []), ...instructions.flatMap(({ commented = [] }) => commented)];
}

/** The foreign texts of a floor's files in the prompt of a stage. */
export function foreignOfStage(
  { floor, repositoryBrief }: Pick<RunSession, 'floor' | 'repositoryBrief'>,
  notes: readonly { readonly path: string }[],
): readonly ForeignText[] {
  if (!hasForeignFiles(floor)) return [];
  const survey = (repositoryBrief ?? '') === '' ? [] : ['.'];
  return [...notes.map(({ path }) => path), ...survey].map((name) => ({ kind: 'files', name }));
}
