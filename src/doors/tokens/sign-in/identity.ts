import type { SignInSettings } from '#platform/config/sign-in-settings.js';
import { ForbiddenError } from '#platform/errors/office-error.js';
import { limits } from '#protocol/limits.js';
import { type Right, rights } from '#protocol/rights.js';
import { signInTexts } from '#protocol/texts/sign-in.js';
import { isPlainName } from '../token-rules.js';

/** What a provider says about a person. */
export type Claims = Readonly<Record<string, unknown>>;

export interface Person {
  readonly name: string;
  readonly rights: readonly Right[];
}

type Rules = Pick<SignInSettings, 'nameClaim' | 'groupsClaim' | 'groups'>;

/** The group of everybody who signs in. */
const everybody = '*';

/**
 * The person who has signed in, with rights.
 * @throws ForbiddenError if the person has no name or no right
 */
export function personIn(claims: Claims, rules: Rules): Person {
  const name = nameIn(claims, rules.nameClaim);
  if (name === null) {
    throw new ForbiddenError(signInTexts.noName(rules.nameClaim, limits.approverNameCharacters));
  }
  const given = rightsOf([...groupsIn(claims, rules.groupsClaim), everybody], rules.groups);
  if (given.length === 0) throw new ForbiddenError(signInTexts.noRights(name));
  return { name, rights: given };
}

/** True if the claims lack what the rules read. */
export function areIncomplete(claims: Claims, { nameClaim, groupsClaim }: Rules): boolean {
  return claims[nameClaim] === undefined || claims[groupsClaim] === undefined;
}

/** The person's name. An unverified address is no name, because its owner may be somebody else. */
function nameIn(claims: Claims, nameClaim: string): string | null {
  const isUnverified = nameClaim === 'email' && claims['email_verified'] === false;
  const candidates = [isUnverified ? undefined : claims[nameClaim], claims['sub']];
  for (const candidate of candidates) {
    const name = typeof candidate === 'string' ? candidate.trim() : '';
    if (isPlainName(name)) return name;
  }
  return null;
}

function groupsIn(claims: Claims, claim: string): readonly string[] {
  const given = Object.hasOwn(claims, claim) ? claims[claim] : [];
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  // The name of a provider's group must not be taken for the group of everybody.
  return list.filter((group) => typeof group === 'string' && group !== everybody) as string[];
}

/** All rights that the groups give together, and `read`; none if the groups give none. */
function rightsOf(groups: readonly string[], map: Rules['groups']): readonly Right[] {
  const given = new Set(groups.flatMap((group) => map.get(group) ?? []));
  return given.size === 0 ? [] : rights.filter((right) => right === 'read' || given.has(right));
}
