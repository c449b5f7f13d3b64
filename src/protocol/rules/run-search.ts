import type { RunStatus } from '../records/enums.js';
import type { Run } from '../records/work.js';

/** A search for runs; absent fields restrict nothing. */
export interface RunSearch {
  /** Words that must all occur in the run, also inside words, in any case. */
  readonly search?: string;
  readonly status?: RunStatus;
  readonly workspaceId?: string;
}

/** Searched characters of the brief, and of outcome and error together. */
const searchedCharacters = 2000;
const mostWords = 10;
const longestWord = 100;

type Searched = Pick<Run, 'id' | 'brief' | 'outcome' | 'error' | 'pipelineId' | 'tags'>;

/** The text that a search looks through, in lower case and on one line. */
export function searchTextOf({ id, brief, outcome, error, pipelineId, tags }: Searched): string {
  const result = [outcome ?? '', error ?? ''].join(' ');
  const parts = [
    id,
    pipelineId,
    ...tags,
    brief.slice(0, searchedCharacters),
    result.slice(0, searchedCharacters),
  ];
  return oneLine(parts.join(' '));
}

/** The words of a search, at most ten. */
export function searchWords(search: string): readonly string[] {
  const words = oneLine(search.slice(0, searchedCharacters)).split(' ');
  return words
    .filter((word) => word !== '')
    .slice(0, mostWords)
    .map((word) => word.slice(0, longestWord));
}

/** True if the run matches the search. */
export function matchesSearch(run: Run, { search = '', status, workspaceId }: RunSearch): boolean {
  if (status !== undefined && run.status !== status) return false;
  if (workspaceId !== undefined && run.workspaceId !== workspaceId) return false;
  const text = searchTextOf(run);
  return searchWords(search).every((word) => text.includes(word));
}

/**
 * Lower case, with one blank for each gap between words and without NUL, which databases refuse.
 */
function oneLine(text: string): string {
  return text.replaceAll('\0', ' ').replace(/\s+/g, ' ').toLowerCase();
}

/** The order in which runs are shown, for `sort`. */
export function newestFirst(a: Run, b: Run): number {
  return b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);
}
