import { modelTiers } from '../../protocol/records/enums.js';
import type { ModelTier } from '../../protocol/records/enums.js';

/** Type guards for untrusted values. */

export type PlainObject = Readonly<Record<string, unknown>>;

export function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isTier(value: unknown): value is ModelTier {
  return modelTiers.some((tier) => tier === value);
}

/** A number from 0 to 1. */
export function isFraction(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}
