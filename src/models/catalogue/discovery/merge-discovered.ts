import type { DiscoveredModel, EntrySource, ModelSpec } from '#protocol/records/models.js';
import { wireModelId } from '../../providers/live/wire-model-id.js';
import { converses } from '../converses.js';
import { providersWithData } from '../model-data.js';
import { repriced, type StatedPrices } from '../stated-prices.js';
import { shippedModel } from '../shipped-catalogue.js';
import { inferTier } from './infer-tier.js';

interface ListedProvider {
  readonly id: string;
  /** A local runtime is free, so an absent price means zero. */
  readonly keyless: boolean;
}

/** Assumed for a model if neither its provider nor the data says more. */
const cautious = { contextWindow: 32_768, maxOutputTokens: 4096 };

/**
 * Converts a provider's list into catalogue entries. Facts and prices come from the provider, then
 * the data, then cautious defaults; tier, strengths and quality from the shipped entry. A known
 * model keeps its shipped id, so that policies and overrides stay valid. `at` is the time of the
 * list, ms.
 */
export function mergeDiscovered(
  provider: ListedProvider,
  discovered: readonly DiscoveredModel[],
  at: number,
): ModelSpec[] {
  const byId = new Map<string, ModelSpec>();
  const source = { name: provider.id, date: new Date(at).toISOString().slice(0, 10) };
  for (const model of discovered) {
    if (model.converses === false || !converses(provider.id, model.id)) continue;
    const entry = entryFor(provider, model, source);
    if (!byId.has(entry.id)) byId.set(entry.id, entry);
  }
  return [...byId.values()];
}

function entryFor(
  provider: ListedProvider,
  model: DiscoveredModel,
  source: EntrySource,
): ModelSpec {
  const shipped = shippedModel(provider.id, model.id);
  const released = model.created === undefined ? {} : { released: model.created * 1000 };
  if (shipped !== undefined) return { ...known(provider, model, shipped), ...released };
  const elsewhere = elsewhereShipped(model.id);
  if (elsewhere === undefined) return { ...unrated(provider, model, source), ...released };
  const { source: _, ...row } = elsewhere;
  return { ...known(provider, model, row), source, ...released };
}

/** The same model at another provider; gateways keep the original ids. */
function elsewhereShipped(modelId: string): ModelSpec | undefined {
  for (const providerId of providersWithData) {
    const found = shippedModel(providerId, modelId);
    if (found !== undefined) return found;
  }
  return undefined;
}

function known(provider: ListedProvider, model: DiscoveredModel, row: ModelSpec): ModelSpec {
  const isSame = row.providerId === provider.id && wireModelId(provider.id, row.id) === model.id;
  const merged = {
    ...row,
    id: isSame || row.id === model.id ? row.id : model.id,
    providerId: provider.id,
    label: model.label ?? row.label,
    contextWindow: model.contextWindow ?? row.contextWindow,
    maxOutputTokens: model.maxOutputTokens ?? row.maxOutputTokens,
    capabilities: { ...row.capabilities, ...model.capabilities },
    origin: 'discovered' as const,
  };
  const costsNothing = provider.keyless && row.providerId !== provider.id;
  return repriced(merged, { ...(costsNothing && free), ...statedBy(model) });
}

const free: StatedPrices = { in: 0, out: 0, cacheRead: 0, cacheWrite: 0 };

function statedBy(model: DiscoveredModel): StatedPrices {
  const { costPerMTokIn, costPerMTokOut, costPerMTokCacheRead, costPerMTokCacheWrite } = model;
  return {
    ...(costPerMTokIn !== undefined && { in: costPerMTokIn }),
    ...(costPerMTokOut !== undefined && { out: costPerMTokOut }),
    ...(costPerMTokCacheRead !== undefined && { cacheRead: costPerMTokCacheRead }),
    ...(costPerMTokCacheWrite !== undefined && { cacheWrite: costPerMTokCacheWrite }),
  };
}

function unrated(provider: ListedProvider, model: DiscoveredModel, source: EntrySource): ModelSpec {
  const { costPerMTokIn, costPerMTokOut } = model;
  const priced = costPerMTokIn !== undefined && costPerMTokOut !== undefined;
  const entry: ModelSpec = {
    id: model.id,
    providerId: provider.id,
    label: model.label ?? model.id,
    tier: inferTier(model.id, priced ? (costPerMTokIn + costPerMTokOut) / 2 / 1000 : null),
    contextWindow: model.contextWindow ?? cautious.contextWindow,
    maxOutputTokens: Math.min(
      model.maxOutputTokens ?? cautious.maxOutputTokens,
      model.contextWindow ?? cautious.contextWindow,
    ),
    costPerMTokIn: 0,
    costPerMTokOut: 0,
    ...capabilitiesOf(model),
    strengths: [],
    origin: 'discovered',
    source,
    unrated: true,
    ...(!provider.keyless && { unpriced: true }),
  };
  return repriced(entry, statedBy(model));
}

/** Tools are assumed unless denied; images and reasoning only if stated. */
function capabilitiesOf({
  capabilities = {},
}: DiscoveredModel): Pick<ModelSpec, 'capabilities' | 'assumed'> {
  const names = ['tools', 'vision', 'reasoning'] as const;
  const assumed = names.filter((name) => capabilities[name] === undefined);
  return {
    capabilities: {
      tools: true,
      vision: false,
      reasoning: false,
      streaming: true,
      ...capabilities,
    },
    ...(assumed.length > 0 && { assumed }),
  };
}
