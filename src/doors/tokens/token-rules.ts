import { administratorName } from '../../platform/actors/actors.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import { limits } from '../../protocol/limits.js';
import { type Right, rights } from '../../protocol/rights.js';
import { tokenTexts } from '../../protocol/texts/rights.js';
import type { StoredToken } from './access-tokens.repository.js';

/**
 * Locked by every transaction that makes or revokes tokens or sessions, so that each sees the
 * others' changes.
 */
export const tokensLock = 'access-tokens';

/** Most tokens, and most sessions, at the same time. */
export const mostTokens = 1000;

/** Right characters of a name: visible, on one line, and none that changes the order of others. */
const plainName = /^[^\p{C}\p{Zl}\p{Zp}]+$/u;

/** @throws RefusedError */
export function checkedName(given: string): string {
  const name = given.trim();
  if (!isPlainName(name)) throw new RefusedError(tokenTexts.name(limits.approverNameCharacters));
  return name;
}

/** True if the text can stand as a name beside a decision. */
export function isPlainName(text: string): boolean {
  return text.length <= limits.approverNameCharacters && plainName.test(text);
}

/** The rights in their order, always with `read`. @throws RefusedError */
export function checkedRights(given: readonly string[]): readonly Right[] {
  const known: readonly string[] = rights;
  if (!given.every((right) => known.includes(right))) {
    throw new RefusedError(tokenTexts.rights(rights));
  }
  return rights.filter((right) => right === 'read' || given.includes(right));
}

/** True if a token or the administrator has the name; case is ignored. */
export function isTaken(name: string, tokens: readonly Pick<StoredToken, 'name'>[]): boolean {
  const names = [administratorName, ...tokens.map((token) => token.name)];
  return names.some((other) => compared(other) === compared(name));
}

function compared(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/** True if nobody could administer an office whose callers need one of these tokens. */
export function locksOut(tokens: readonly StoredToken[]): boolean {
  const named = tokens.filter(({ kind }) => kind === 'token');
  const stays = named.some(
    ({ rights: given, expiresAt }) => given.includes('administer') && expiresAt === null,
  );
  return named.length > 0 && !stays;
}
