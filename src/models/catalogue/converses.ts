import { modelDataOf } from './model-data.js';
import { opinions } from './opinions.js';

const anywhere = opinions.notConversable.map((pattern) => new RegExp(pattern, 'i'));

/** Ids and patterns by provider id. */
const ofProvider = new Map<string, (modelId: string) => boolean>();

/**
 * False for a model that does not answer in text or cannot converse, judged by its provider's data
 * or by its id.
 */
export function converses(providerId: string, wireId: string): boolean {
  const excluded = ofProvider.get(providerId) ?? exclusionsOf(providerId);
  return !excluded(wireId) && !anywhere.some((pattern) => pattern.test(wireId));
}

function exclusionsOf(providerId: string): (modelId: string) => boolean {
  const { ids, patterns } = modelDataOf(providerId)?.notConversable ?? { ids: [], patterns: [] };
  const listed = new Set(ids);
  const expressions = patterns.map((pattern) => new RegExp(pattern));
  const excluded = (modelId: string): boolean =>
    listed.has(modelId) || expressions.some((expression) => expression.test(modelId));
  ofProvider.set(providerId, excluded);
  return excluded;
}
