import type { CheckFacts } from '../forge-facts.js';
import type { Thread } from './forge-client.js';
import type { WrittenComment } from './read-facts.js';

/** A note as GitLab gives it; the client's type leaves the position out. */
interface GitlabNote {
  readonly id: number;
  readonly body: string;
  readonly author: { readonly username: string };
  readonly created_at: string;
  readonly system: boolean;
  /** Only members see it. */
  readonly internal?: boolean;
  /** The name of `internal` before GitLab 15.6. */
  readonly confidential?: boolean | null;
  readonly position?: { readonly new_path?: string | null; readonly new_line?: number | null };
}

/** Public comments of people, without GitLab's own notes about their actions. */
export function gitlabNotes(
  notes: readonly GitlabNote[],
  thread: string,
): readonly WrittenComment[] {
  return notes
    .filter(({ system, internal, confidential }) => !system && !(internal ?? confidential))
    .map(({ id, body, author, created_at: at, position }) => ({
      ...{ id: `note-${id}`, author: author.username, body },
      ...{ url: `${thread}#note_${id}`, at: Date.parse(at) },
      ...(typeof position?.new_path === 'string' && { path: position.new_path }),
      ...(typeof position?.new_line === 'number' && { line: position.new_line }),
    }));
}

/** A job, or a status of another program, as GitLab gives it. */
interface GitlabStatus {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly allow_failure: boolean;
  readonly target_url?: string | null;
  readonly description?: string | null;
}

/** States that a job does not leave by itself. */
const ends: readonly string[] = ['success', 'failed', 'canceled', 'skipped', 'manual'];

/** The latest check of each name, because a commit may have several pipelines. */
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

export function changeFrom(
  at: Thread['at'],
  { iid: number, updated_at: time }: { readonly iid: number; readonly updated_at: string },
) {
  return { thread: { at, number }, at: Date.parse(time) };
}

interface Found {
  readonly iid: number;
  readonly web_url: string;
  readonly state: string;
  readonly source_branch: string;
  readonly target_branch: string;
  /** Null while GitLab prepares it. */
  readonly sha: string | null;
}

export function requestFrom({ iid: number, web_url: url, state, sha, ...branches }: Found) {
  const { source_branch: branch, target_branch: base } = branches;
  return {
    ...{ number, url, branch, base, head: sha ?? '' },
    state: state === 'merged' ? 'merged' : state === 'closed' ? 'closed' : 'open',
  } as const;
}
