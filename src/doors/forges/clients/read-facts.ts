import type { CommentFacts } from '../forge-facts.js';
import { ForgeError } from './forge-error.js';

/** A comment with its time. */
export interface WrittenComment extends CommentFacts {
  readonly at: number;
}

/** The oldest first; one without a time is the last. */
export function byTime(comments: readonly WrittenComment[]): readonly CommentFacts[] {
  const placeOf = ({ at }: WrittenComment): number => (Number.isFinite(at) ? at : Infinity);
  return comments
    .toSorted((a, b) => Math.sign(placeOf(a) - placeOf(b)) || 0)
    .map(({ at: _at, ...comment }) => comment);
}

export function isNotThere(thrown: unknown): boolean {
  return thrown instanceof ForgeError && [404, 410].includes(thrown.status ?? 0);
}

/** Null if the forge answers that it is not there. */
export async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (thrown) {
    if (isNotThere(thrown)) return null;
    throw thrown;
  }
}
