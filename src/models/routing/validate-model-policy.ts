import { RefusedError } from '../../platform/errors/office-error.js';
import { taskClasses } from '../../protocol/records/enums.js';
import type { ModelTier, TaskClass } from '../../protocol/records/enums.js';
import type { ModelPolicy } from '../../protocol/records/organisation.js';
import { policyTexts } from '../../protocol/texts/routing.js';
import { isFraction, isPlainObject, isTier } from '../catalogue/plain-values.js';
import type { PlainObject } from '../catalogue/plain-values.js';
import { isWithin } from '../catalogue/tiers.js';

/**
 * Validates a role's model policy; unknown fields and classes are dropped. Checked by hand, because
 * the client gets the first fault, in this order, as an exact text.
 * @throws RefusedError for the first invalid value
 */
export function validateModelPolicy(given: unknown): ModelPolicy {
  if (!isPlainObject(given)) throw new RefusedError(policyTexts.notObject);
  const defaultTier = acceptTier(given, 'defaultTier');
  const minTier = acceptTier(given, 'minTier');
  const maxTier = acceptTier(given, 'maxTier');
  refuseUnless(isWithin(minTier, minTier, maxTier), policyTexts.boundsCrossed(minTier, maxTier));
  const { byTaskClass, escalateAtComplexity, escalateTo } = given;
  const { maxOutputTokens, pin, preferredModelId } = given;
  return {
    defaultTier,
    minTier,
    maxTier,
    ...(byTaskClass !== undefined && { byTaskClass: acceptClasses(byTaskClass) }),
    ...optional('escalateAtComplexity', escalateAtComplexity, isFraction, policyTexts.badThreshold),
    ...(escalateTo !== undefined && { escalateTo: acceptTier(given, 'escalateTo') }),
    ...optional('maxOutputTokens', maxOutputTokens, isTokenCount, policyTexts.badOutputCap),
    ...optional('pin', pin, isBoolean, policyTexts.badPin),
    ...optional('preferredModelId', preferredModelId, isModelId, policyTexts.badPreferred),
  };
}

function acceptTier(policy: PlainObject, field: string): ModelTier {
  const tier = policy[field];
  if (!isTier(tier)) throw new RefusedError(policyTexts.notATier(field));
  return tier;
}

function acceptClasses(value: unknown): Partial<Record<TaskClass, ModelTier>> {
  if (!isPlainObject(value)) throw new RefusedError(policyTexts.classesNotObject);
  const tiers: Partial<Record<TaskClass, ModelTier>> = {};
  for (const taskClass of taskClasses) {
    const tier = Object.hasOwn(value, taskClass) ? value[taskClass] : undefined;
    if (tier === undefined) continue;
    if (!isTier(tier)) throw new RefusedError(policyTexts.notATier(`byTaskClass.${taskClass}`));
    tiers[taskClass] = tier;
  }
  return tiers;
}

/** An object with the optional field, or an empty one if it is absent. */
function optional<K extends string, T>(
  field: K,
  value: unknown,
  accepts: (value: unknown) => value is T,
  refusal: string,
): Partial<Record<K, T>> {
  if (value === undefined) return {};
  if (!accepts(value)) throw new RefusedError(refusal);
  const only: Partial<Record<string, T>> = { [field]: value };
  return only;
}

function refuseUnless(holds: boolean, refusal: string): void {
  if (!holds) throw new RefusedError(refusal);
}

function isTokenCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function isModelId(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
