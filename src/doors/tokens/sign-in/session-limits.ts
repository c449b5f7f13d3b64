import type { StoredToken } from '../access-tokens.repository.js';
import { mostTokens } from '../token-rules.js';

/** Most sessions of a person at once; a browser that never signs out keeps one. */
export const mostSessionsEach = 20;

type Session = Pick<StoredToken, 'id' | 'kind' | 'name'>;

/**
 * Sessions to be ended so that this one can begin: the oldest of the person, and of everybody.
 * @param tokens the oldest first
 */
export function tooMany(tokens: readonly Session[], next: Session): readonly string[] {
  const sessions = tokens.filter(({ kind }) => kind === 'session');
  const own = sessions.filter(({ name }) => name === next.name);
  const ownEnding = oldest(own, mostSessionsEach);
  const rest = sessions.filter(({ id }) => !ownEnding.includes(id));
  return [...ownEnding, ...oldest(rest, mostTokens)];
}

/** The oldest sessions beyond `most - 1`, so that one more fits. */
function oldest(sessions: readonly Session[], most: number): readonly string[] {
  return sessions.slice(0, Math.max(0, sessions.length - most + 1)).map(({ id }) => id);
}
