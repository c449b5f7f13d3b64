import type { ForeignSource } from '../records/evidence.js';

const mostNamed = 5;

/** What people are told of foreign texts that a run has read. */
export const foreignTexts = {
  /** Follows what is asked. */
  because: (sources: readonly ForeignSource[]) =>
    `This is asked because the run has read text that neither you nor the office has written: ${named(sources)}.`,
  /** Of a run. */
  readBy: (sources: readonly ForeignSource[]) =>
    `It has read text that neither you nor the office has written: ${named(sources)}.`,
  /** Part of what a yes for the run reaches. */
  covers: (covers: string) => `${covers}\n\nafter foreign text was read`,
  summary: (url: string) => `Fetch ${url}`,
  fetchDetail: (url: string) =>
    `${url}\n\nNeither the brief, nor a person, nor the floor's list of hosts names this host.`,
  fetchCovers: (host: string) => `pages of ${host}`,
  fetchTouches: 'A request to this host alone; its address may carry what the run has read.',
  fetchDeclined: (url: string) =>
    `The human declined to fetch ${url}. Do not try it again; go on without it.`,
  writeSummary: (paths: readonly string[]) => `Write ${paths.join(', ')}, which programs run`,
  writeDetail: (paths: readonly string[], directory: string, change: string) =>
    `${paths.join('\n')}\n\nin ${directory}\n\n${change}`,
  writeTouches:
    'Build tools, editors, shells or services run these files, or commands in them, when a person works in the folder.',
  writeDeclined: (paths: readonly string[]) =>
    `The human declined to let you write ${paths.join(', ')}. Do not try it again; go on without it.`,
} as const;

function named(sources: readonly ForeignSource[]): string {
  const left = sources.length - mostNamed;
  const names = sources.slice(0, mostNamed).map(nameOf).join(', ');
  return left > 0 ? `${names} and ${left} more` : names;
}

function nameOf({ kind, name }: ForeignSource): string {
  return {
    page: `the page ${name}`,
    search: `search results for "${name}"`,
    mcp: `a result of ${name}`,
    files: `files of the floor (${name})`,
    message: `what was sent to ${name}`,
  }[kind];
}
