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
 * Who has signed in, and what they may do.
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

/** An address that the provider has not verified is no name, because its owner may be another. */
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
  // Nobody is made everybody by a group of this name.
  return list.filter((group) => typeof group === 'string' && group !== everybody) as string[];
}

/** All that the groups give together, with `read`; none where they give nothing. */
function rightsOf(groups: readonly string[], map: Rules['groups']): readonly Right[] {
  const given = new Set(groups.flatMap((group) => map.get(group) ?? []));
  return given.size === 0 ? [] : rights.filter((right) => right === 'read' || given.has(right));
}
