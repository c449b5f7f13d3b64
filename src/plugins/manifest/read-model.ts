import { modelTiers, reasoningEfforts, taskClasses } from '../../protocol/records/enums.js';
import type { ModelSpec } from '../../protocol/records/models.js';
import { manifestTexts } from '../../protocol/texts/manifest.js';
import type { Warn } from './findings.js';
import { countOf, finiteOf, memberOf, objectOf, present, textOf } from './json-values.js';
import type { JsonObject } from './json-values.js';

const defaultContextWindow = 128_000;
const defaultMaxOutputTokens = 8192;

/** A catalogue entry of a plugin; one without id, provider and known tier is dropped. */
export function readModel(item: JsonObject, at: string, warn: Warn): ModelSpec | null {
  const id = textOf(item.id);
  const providerId = textOf(item.providerId);
  const tier = memberOf(modelTiers, item.tier);
  if (id === undefined || providerId === undefined || tier === undefined) {
    warn(manifestTexts.modelIncomplete(at));
    return null;
  }
  const price = (field: string) => readPrice(item[field], field, at, warn);
  return {
    id,
    providerId,
    label: textOf(item.label) ?? id,
    tier,
    contextWindow: countOf(item.contextWindow, 1) ?? defaultContextWindow,
    maxOutputTokens: countOf(item.maxOutputTokens, 1) ?? defaultMaxOutputTokens,
    costPerMTokIn: price('costPerMTokIn'),
    costPerMTokOut: price('costPerMTokOut'),
    capabilities: readCapabilities(objectOf(item.capabilities) ?? {}),
    strengths: readStrengths(item.strengths),
    origin: 'plugin',
    ...present({ defaultEffort: memberOf(reasoningEfforts, item.defaultEffort) }),
  };
}

/** A price that cannot be meant becomes 0: the model is kept, and nothing is ever paid back. */
function readPrice(value: unknown, field: string, at: string, warn: Warn): number {
  if (value === undefined) return 0;
  const price = finiteOf(value);
  if (price === undefined) warn(manifestTexts.priceNotNumber(at, field));
  else if (price < 0) warn(manifestTexts.priceNegative(at, field, price));
  return Math.max(price ?? 0, 0);
}

function readCapabilities(item: JsonObject): ModelSpec['capabilities'] {
  return {
    tools: item.tools === true,
    vision: item.vision === true,
    reasoning: item.reasoning === true,
    streaming: item.streaming !== false,
  };
}

function readStrengths(value: unknown): ModelSpec['strengths'] {
  return Array.isArray(value) ? value.flatMap((item) => memberOf(taskClasses, item) ?? []) : [];
}
