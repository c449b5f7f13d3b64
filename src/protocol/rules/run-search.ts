import type { RunStatus } from '../records/enums.js';
import type { Run } from '../records/work.js';
import type { RunOrder } from './run-order.js';
import { indexedTerms } from './search-terms.js';

/** A search for runs; absent fields restrict nothing. */
export interface RunSearch {
  /** Words that must all occur in the run: in any form, also inside words, in any case. */
  readonly search?: string;
  readonly status?: RunStatus;
  readonly workspaceId?: string;
  readonly pipelineId?: string;
  /** A role that took part. */
  readonly roleId?: string;
  /** Bounds of what was spent, USD. */
  readonly minUsd?: number;
  readonly maxUsd?: number;
  /** Bounds of the time of submission, ms. */
  readonly from?: number;
  readonly to?: number;
  /** Whether a turn of the run changed files. */
  readonly changed?: boolean;
  /** Default: newest. */
  readonly sort?: RunOrder;
}

/** Searched characters of the brief, and of outcome and error together. */
const searchedCharacters = 2000;
const mostWords = 10;
const longestWord = 100;

type Searched = Pick<Run, 'id' | 'title' | 'brief' | 'outcome' | 'error' | 'pipelineId' | 'tags'>;

/** The text that a search looks through, in lower case and on one line. */
export function searchTextOf(run: Searched): string {
  const { id, title = '', brief, outcome, error, pipelineId, tags } = run;
  const result = [outcome ?? '', error ?? ''].join(' ');
  const parts = [
    id,
    pipelineId,
    ...tags,
    title,
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

/** The stems of a text in order, each between blanks. */
export function searchStemsOf(text: string): string {
  return ` ${indexedTerms(text)} `;
}

/** The roles that took part in a run. */
export function rolesOf({ stages }: Pick<Run, 'stages'>): readonly string[] {
  const roles = stages.flatMap(({ turnIds, participantRoleIds }) =>
    turnIds.length === 0 ? [] : participantRoleIds,
  );
  return [...new Set(roles)].toSorted();
}

/** True if the run matches the search; a run does not say whether it changed files. */
export function matchesSearch(run: Run, asked: RunSearch): boolean {
  const { search = '', status, workspaceId, pipelineId, roleId } = asked;
  if (status !== undefined && run.status !== status) return false;
  if (workspaceId !== undefined && run.workspaceId !== workspaceId) return false;
  if (pipelineId !== undefined && run.pipelineId !== pipelineId) return false;
  if (roleId !== undefined && !rolesOf(run).includes(roleId)) return false;
  if (!isBetween(run.budget.spentUsd, asked.minUsd, asked.maxUsd)) return false;
  if (!isBetween(run.createdAt, asked.from, asked.to)) return false;
  const words = searchWords(search);
  if (words.length === 0) return true;
  const text = searchTextOf(run);
  const stems = searchStemsOf(text);
  return words.every((word) => text.includes(word) || hasStems(stems, word));
}

function isBetween(value: number, least = -Infinity, most = Infinity): boolean {
  return value >= least && value <= most;
}

function hasStems(stems: string, word: string): boolean {
  const sought = searchStemsOf(word);
  return sought.trim() !== '' && stems.includes(sought);
}

/**
 * Lower case, with one blank for each gap between words and without NUL, which databases refuse.
 */
function oneLine(text: string): string {
  return text.replaceAll('\0', ' ').replace(/\s+/g, ' ').toLowerCase();
}
