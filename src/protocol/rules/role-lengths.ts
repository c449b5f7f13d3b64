import type { Role } from '../records/organisation.js';
import { limits } from '../limits.js';

/** A text that exceeds its limit. */
interface TooLong {
  /** Path in the role, such as `responsibilities[2]`. */
  readonly field: string;
  readonly most: number;
}

type Texts = readonly (readonly [field: string, text: string])[];

const ownLimits: Readonly<Record<string, number>> = {
  displayName: limits.roleNameCharacters,
  title: limits.roleNameCharacters,
  mission: limits.roleMissionCharacters,
};

/**
 * The first text of a role that is too long, or the role itself if all its texts together are;
 * null: none.
 */
export function tooLongInRole(role: Role): TooLong | null {
  const texts = textsIn('', role);
  for (const [field, text] of texts) {
    const most = ownLimits[field] ?? limits.roleDetailCharacters;
    if (text.length > most) return { field, most };
  }
  const total = texts.reduce((sum, [, text]) => sum + text.length, 0);
  return total > limits.roleCharacters ? { field: 'role', most: limits.roleCharacters } : null;
}

function textsIn(field: string, value: unknown): Texts {
  if (typeof value === 'string') return [[field, value]];
  if (Array.isArray(value)) return value.flatMap((item, at) => textsIn(`${field}[${at}]`, item));
  if (typeof value !== 'object' || value === null) return [];
  const within = field === '' ? '' : `${field}.`;
  return Object.entries(value).flatMap(([name, inner]) => textsIn(`${within}${name}`, inner));
}
