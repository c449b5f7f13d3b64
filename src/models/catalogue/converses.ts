import { modelDataOf } from './model-data.js';
import { opinions } from './opinions.js';

const anywhere = opinions.notConversable.map((pattern) => new RegExp(pattern, 'i'));

/** Ids and patterns of one provider, by its id. */
const ofProvider = new Map<string, (modelId: string) => boolean>();

/**
 * False for a model that answers in something else than text, or not in a conversation: by the data
 * of its provider, or by what its id says anywhere.
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
