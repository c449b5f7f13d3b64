import type { CheckFacts } from '../forge-facts.js';

/** A job, or a status of another program, as GitLab gives it. */
export interface GitlabStatus {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly allow_failure: boolean;
  readonly target_url?: string | null;
  readonly description?: string | null;
}

/** The others may end by themselves. */
const ends: readonly string[] = ['success', 'failed', 'canceled', 'skipped', 'manual'];

/** The latest of each name: a commit may have more than one pipeline. */
export function gitlabChecks(statuses: readonly GitlabStatus[]): readonly CheckFacts[] {
  const latest = new Map<string, GitlabStatus>();
  for (const status of statuses.toSorted((a, b) => a.id - b.id)) latest.set(status.name, status);
  return [...latest.values()].map((each) => ({
    id: String(each.id),
    name: each.name,
    url: each.target_url ?? '',
    state: stateOf(each),
    summary: each.description ?? '',
    hasLog: true,
  }));
}

function stateOf({ status, allow_failure: mayFail }: GitlabStatus): CheckFacts['state'] {
  if (!ends.includes(status)) return 'pending';
  return status === 'failed' && !mayFail ? 'failed' : 'passed';
}
