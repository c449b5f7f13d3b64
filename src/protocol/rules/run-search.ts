import type { RunStatus } from '../records/enums.js';
import type { Run } from '../records/work.js';

/** Which runs are asked for; what is absent restricts nothing. */
export interface RunSearch {
  /** Words that all stand in the run, as parts of words too, in any case. */
  readonly search?: string;
  readonly status?: RunStatus;
  readonly workspaceId?: string;
}

/** Characters of the brief, and of the outcome and the error together, that are searched. */
const searchedCharacters = 2000;
const mostWords = 10;
const longestWord = 100;

type Searched = Pick<Run, 'id' | 'brief' | 'outcome' | 'error' | 'pipelineId' | 'tags'>;

/** What a search looks through: in small letters and one line. */
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

/** Whether the run is among those asked for. */
export function matchesSearch(run: Run, { search = '', status, workspaceId }: RunSearch): boolean {
  if (status !== undefined && run.status !== status) return false;
  if (workspaceId !== undefined && run.workspaceId !== workspaceId) return false;
  const text = searchTextOf(run);
  return searchWords(search).every((word) => text.includes(word));
}

/** In small letters, with one blank for whatever parts words; NUL is nothing a database keeps. */
function oneLine(text: string): string {
  return text.replaceAll('\0', ' ').replace(/\s+/g, ' ').toLowerCase();
}

/** The order in which runs are shown, for `sort`. */
export function newestFirst(a: Run, b: Run): number {
  return b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1);
}
