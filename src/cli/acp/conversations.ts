import type { Run } from '../../protocol/records/work.js';

/** Runs that follow each other, oldest first. */
export interface Conversation {
  /** The session of the editor, or the first run. */
  readonly id: string;
  readonly runs: readonly Run[];
}

/**
 * The conversations of a floor, the latest first: runs of one session, and runs that continue or
 * repeat others.
 */
export function conversationsOf(runs: readonly Run[]): readonly Conversation[] {
  const oldestFirst = runs.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  const idOf = new Map<string, string>();
  const found = new Map<string, Run[]>();
  for (const run of oldestFirst) {
    const earlier = run.continues ?? run.retryOf;
    const id = run.session ?? (earlier && idOf.get(earlier)) ?? run.id;
    idOf.set(run.id, id);
    const conversation = found.get(id) ?? [];
    // A conversation that grew is the latest.
    found.delete(id);
    found.set(id, [...conversation, run]);
  }
  return [...found].map(([id, ofIt]) => ({ id, runs: ofIt })).toReversed();
}
