import { RefusedError } from '../../platform/errors/office-error.js';
import { taskClasses } from '../../protocol/records/enums.js';
import type { TaskClass } from '../../protocol/records/enums.js';
import type { ModelCapabilities, ModelOverride } from '../../protocol/records/models.js';
import { settingsTexts } from '../../protocol/texts/settings.js';
import { isFraction, isPlainObject, isTier } from './plain-values.js';
import type { PlainObject } from './plain-values.js';

interface AcceptedOverrides {
  readonly overrides: Readonly<Record<string, ModelOverride>>;
  /** Ids of unknown models; their overrides are dropped unread. */
  readonly unknownIds: readonly string[];
}

/**
 * Validates overrides; unknown fields and classes are dropped. Checked by hand, because the client
 * gets the first fault, in this order, as an exact text.
 * @throws RefusedError for the first invalid value
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
  const { tier, contextWindow, maxOutputTokens, capabilities, quality, fitness } = value;
  if (tier !== undefined && !isTier(tier)) {
    throw new RefusedError(settingsTexts.notATier(named(tier)));
  }
  const prices = acceptPrices(id, value);
  if (contextWindow !== undefined && !isCount(contextWindow)) {
    throw new RefusedError(settingsTexts.badContextWindow(id));
  }
  if (maxOutputTokens !== undefined && !isCount(maxOutputTokens)) {
    throw new RefusedError(settingsTexts.badOutputLimit(id));
  }
  if (quality !== undefined && !isFraction(quality)) {
    throw new RefusedError(settingsTexts.badQuality(id));
  }
  return {
    ...(tier !== undefined && { tier }),
    ...prices,
    ...(contextWindow !== undefined && { contextWindow }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(capabilities !== undefined && { capabilities: acceptCapabilities(id, capabilities) }),
    ...(quality !== undefined && { quality }),
    ...(fitness !== undefined && { fitness: acceptFitness(id, fitness) }),
  };
}

const priceNames = {
  costPerMTokIn: 'input',
  costPerMTokOut: 'output',
  costPerMTokCacheRead: 'cache read',
  costPerMTokCacheWrite: 'cache write',
} as const;

function acceptPrices(id: string, override: PlainObject): ModelOverride {
  const prices: Partial<Record<keyof typeof priceNames, number>> = {};
  for (const [field, name] of entriesOf(priceNames)) {
    const price = ownValue(override, field);
    if (price === undefined) continue;
    if (!isPrice(price)) throw new RefusedError(settingsTexts.badPrice(name, id));
    prices[field] = price;
  }
  return prices;
}

const capabilityNames = ['tools', 'vision', 'reasoning', 'streaming'] as const;

function acceptCapabilities(id: string, value: unknown): Partial<ModelCapabilities> {
  if (!isPlainObject(value)) throw new RefusedError(settingsTexts.badCapabilities(id));
  const capabilities: Partial<Record<keyof ModelCapabilities, boolean>> = {};
  for (const name of capabilityNames) {
    const flag = ownValue(value, name);
    if (flag === undefined) continue;
    if (typeof flag !== 'boolean') throw new RefusedError(settingsTexts.badCapabilities(id));
    capabilities[name] = flag;
  }
  return capabilities;
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

function entriesOf<K extends string, V>(object: Readonly<Record<K, V>>): [K, V][] {
  return Object.entries(object) as [K, V][];
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}

function isPrice(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
