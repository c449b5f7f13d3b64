import { RefusedError } from '../../platform/errors/office-error.js';
import { taskClasses } from '../../protocol/records/enums.js';
import type { TaskClass } from '../../protocol/records/enums.js';
import type { ModelOverride } from '../../protocol/records/models.js';
import { settingsTexts } from '../../protocol/texts/settings.js';
import { isFraction, isPlainObject, isTier } from './plain-values.js';
import type { PlainObject } from './plain-values.js';

export interface AcceptedOverrides {
  readonly overrides: Readonly<Record<string, ModelOverride>>;
  /** Ids that no model has; their overrides are dropped unread. */
  readonly unknownIds: readonly string[];
}

/**
 * Overrides as they may be kept (behaviour-server.md 6.4); unknown fields and classes are dropped.
 * Checked by hand: a client is told of the first fault, in this order, in an exact text.
 * @throws RefusedError for the first value that cannot stand
 */
export function validateModelOverrides(
  given: unknown,
  knownIds: ReadonlySet<string>,
): AcceptedOverrides {
  if (!isPlainObject(given)) throw new RefusedError(settingsTexts.overridesNotObject);
  const entries = Object.entries(given);
  const known = entries.filter(([id]) => knownIds.has(id));
  return {
    overrides: Object.fromEntries(known.map(([id, value]) => [id, acceptOverride(id, value)])),
    unknownIds: entries.filter(([id]) => !knownIds.has(id)).map(([id]) => id),
  };
}

function acceptOverride(id: string, value: unknown): ModelOverride {
  if (!isPlainObject(value)) throw new RefusedError(settingsTexts.overrideNotObject(id));
  const { tier, costPerMTokIn, costPerMTokOut, quality, fitness } = value;
  if (tier !== undefined && !isTier(tier)) {
    throw new RefusedError(settingsTexts.notATier(named(tier)));
  }
  if (costPerMTokIn !== undefined && !isPrice(costPerMTokIn)) {
    throw new RefusedError(settingsTexts.badPrice('input', id));
  }
  if (costPerMTokOut !== undefined && !isPrice(costPerMTokOut)) {
    throw new RefusedError(settingsTexts.badPrice('output', id));
  }
  if (quality !== undefined && !isFraction(quality)) {
    throw new RefusedError(settingsTexts.badQuality(id));
  }
  return {
    ...(tier !== undefined && { tier }),
    ...(costPerMTokIn !== undefined && { costPerMTokIn }),
    ...(costPerMTokOut !== undefined && { costPerMTokOut }),
    ...(quality !== undefined && { quality }),
    ...(fitness !== undefined && { fitness: acceptFitness(id, fitness) }),
  };
}

function acceptFitness(id: string, value: unknown): Partial<Record<TaskClass, number>> {
  if (!isPlainObject(value)) throw new RefusedError(settingsTexts.badFitness(id));
  const fitness: Partial<Record<TaskClass, number>> = {};
  for (const taskClass of taskClasses) {
    const number = ownValue(value, taskClass);
    if (number === undefined) continue;
    if (!isFraction(number)) throw new RefusedError(settingsTexts.badFitness(id));
    fitness[taskClass] = number;
  }
  return fitness;
}

function named(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function ownValue(object: PlainObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isPrice(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
