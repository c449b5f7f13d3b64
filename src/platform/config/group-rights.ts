import { type Right, rights } from '../../protocol/rights.js';
import { ruleTexts } from '../../protocol/texts/configuration.js';
import type { Kind } from './variable-kinds.js';

/** The rights of each group of the sign-in provider; `*` means everybody who signs in. */
export type GroupRights = ReadonlyMap<string, readonly Right[]>;

/** Comma-separated `group=right+right` pairs; the group may be percent-encoded. */
export const groupRights: Kind<GroupRights> = {
  ...{ name: 'list', rule: ruleTexts.groups, fallback: '', vital: true, none: new Map() },
  read: (given) => {
    const parts = given.split(',').map((part) => part.trim());
    const pairs = parts.filter((part) => part !== '').map(pairIn);
    const known = pairs.filter((pair) => pair !== null);
    const isWhole = known.length === pairs.length;
    const groups = new Map(known);
    return isWhole && groups.size === known.length ? { value: groups } : undefined;
  },
};

/** Null: not such a pair. */
function pairIn(text: string): [string, readonly Right[]] | null {
  const at = text.lastIndexOf('=');
  const group = decoded(text.slice(0, Math.max(0, at)).trim());
  const words = text
    .slice(at + 1)
    .split('+')
    .map((word) => word.trim());
  const given = rights.filter((right) => words.includes(right));
  return group === '' || given.length !== words.length ? null : [group, given];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
