import type { WrittenComment } from './read-facts.js';

/** A note as GitLab gives it; the client's type leaves the position out. */
export interface GitlabNote {
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

/** What people wrote for everybody; not what GitLab notes of what they did. */
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
