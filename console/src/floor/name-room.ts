import type { Facing, Point } from './plan-types.js';

/** A name beside a person, as far as its size matters. */
export interface NameTag extends Point {
  readonly id: string;
  readonly facing: Facing;
  readonly letters: number;
  /** Names of higher rank are shown first. */
  readonly rank: number;
  /** The person's activity is shown below the name. */
  readonly isLong: boolean;
}

/** Sizes of letters of names, px. */
const letter = { smallest: 11, largest: 13, perMetre: 0.36 } as const;
/** Width of a letter and space around a name, as multiples of the letters' size. */
const wide = 0.64;
const around = 1.2;
/**
 * Offset of names from the place of a person to the south, metres; above the head of people who
 * face south.
 */
const below = 0.08;
const above = -1.28;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Ids of people whose names have room: none covers another one. */
export function namesWithRoom(tags: readonly NameTag[], metre: number): ReadonlySet<string> {
  const shown: { readonly id: string; readonly box: Box }[] = [];
  for (const tag of tags.toSorted((a, b) => b.rank - a.rank || a.z - b.z || a.x - b.x)) {
    const box = boxOf(tag, metre);
    if (!shown.some((other) => overlaps(box, other.box))) shown.push({ id: tag.id, box });
  }
  return new Set(shown.map(({ id }) => id));
}

/** Size of the letters of names, px. */
export function letterSize(metre: number): number {
  return Math.max(letter.smallest, Math.min(letter.largest, metre * letter.perMetre));
}

function boxOf({ x, z, facing, letters, isLong }: NameTag, metre: number): Box {
  const size = letterSize(metre);
  const width = Math.max((letters * wide + around) * size, isLong ? metre * 2.7 + 12 : 0);
  const height = size * 1.4 + (isLong ? 15 : 0);
  const middle = x * metre;
  const top = facing === 's' ? (z + above) * metre - height : (z + below) * metre;
  return { left: middle - width / 2, right: middle + width / 2, top, bottom: top + height };
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
