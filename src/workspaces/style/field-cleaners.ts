import type { Cleaner } from './clean-fields.js';
import { isRecord } from './clean-fields.js';

const hexColour = /^#[0-9a-f]{6}$/;

/** `#rrggbb`, in lower case. */
export const colour: Cleaner<string> = (value) => {
  if (typeof value !== 'string') return undefined;
  const lowerCase = value.toLowerCase();
  return hexColour.test(lowerCase) ? lowerCase : undefined;
};

export const flag: Cleaner<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);

export const finite: Cleaner<number> = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** A finite number, clamped to the range. */
export function clamped(min: number, max: number): Cleaner<number> {
  return (value) => {
    const number = finite(value);
    return number === undefined ? undefined : Math.min(max, Math.max(min, number));
  };
}

/** A point with all three coordinates. */
export const point: Cleaner<{ x: number; y: number; z: number }> = (value) => {
  if (!isRecord(value)) return undefined;
  const [x, y, z] = [finite(value.x), finite(value.y), finite(value.z)];
  return x === undefined || y === undefined || z === undefined ? undefined : { x, y, z };
};

/** A value of a closed set. */
export function oneOf<Member>(members: readonly Member[]): Cleaner<Member> {
  return (value) => members.find((member) => member === value);
}
