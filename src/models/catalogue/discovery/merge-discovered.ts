import type { DiscoveredModel, EntrySource, ModelSpec } from '#protocol/records/models.js';
import { wireModelId } from '../../providers/live/wire-model-id.js';
import { converses } from '../converses.js';
import { providersWithData } from '../model-data.js';
import { repriced, type StatedPrices } from '../stated-prices.js';
import { shippedModel } from '../shipped-catalogue.js';
import { inferTier } from './infer-tier.js';

interface Vendor {
  readonly id: string;
  /** A local runtime: it costs nothing, so a price it does not state is no secret. */
  readonly keyless: boolean;
}

/** What is taken for a model of which neither its vendor nor the data says more. */
const cautious = { contextWindow: 32_768, maxOutputTokens: 4096 };

/**
 * A vendor's list as models of the catalogue. The vendor is right about facts and prices, then the
 * data, then cautious defaults; tier, strengths and quality are those of the shipped entry. A model
 * both know keeps the id it is shipped under, so that policies and overrides go on meaning it. `at`
 * is when the vendor was asked, ms.
 */
export function mergeDiscovered(
  vendor: Vendor,
  discovered: readonly DiscoveredModel[],
  at: number,
): ModelSpec[] {
  const byId = new Map<string, ModelSpec>();
  const source = { name: vendor.id, date: new Date(at).toISOString().slice(0, 10) };
  for (const model of discovered) {
    if (model.converses === false || !converses(vendor.id, model.id)) continue;
    const entry = entryFor(vendor, model, source);
    if (!byId.has(entry.id)) byId.set(entry.id, entry);
  }
  return [...byId.values()];
}

function entryFor(vendor: Vendor, model: DiscoveredModel, source: EntrySource): ModelSpec {
  const shipped = shippedModel(vendor.id, model.id);
  const released = model.created === undefined ? {} : { released: model.created * 1000 };
  if (shipped !== undefined) return { ...known(vendor, model, shipped), ...released };
  const elsewhere = elsewhereShipped(model.id);
  if (elsewhere === undefined) return { ...unrated(vendor, model, source), ...released };
  const { source: _, ...row } = elsewhere;
  return { ...known(vendor, model, row), source, ...released };
}

/** The same model at whoever else is known to have it: gateways keep the vendor's ids. */
function elsewhereShipped(modelId: string): ModelSpec | undefined {
  for (const providerId of providersWithData) {
    const found = shippedModel(providerId, modelId);
    if (found !== undefined) return found;
  }
  return undefined;
}

function known(vendor: Vendor, model: DiscoveredModel, row: ModelSpec): ModelSpec {
  const isSame = row.providerId === vendor.id && wireModelId(vendor.id, row.id) === model.id;
  const merged = {
    ...row,
    id: isSame || row.id === model.id ? row.id : model.id,
    providerId: vendor.id,
    label: model.label ?? row.label,
    contextWindow: model.contextWindow ?? row.contextWindow,
    maxOutputTokens: model.maxOutputTokens ?? row.maxOutputTokens,
    capabilities: { ...row.capabilities, ...model.capabilities },
    origin: 'discovered' as const,
  };
  const costsNothing = vendor.keyless && row.providerId !== vendor.id;
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

function unrated(vendor: Vendor, model: DiscoveredModel, source: EntrySource): ModelSpec {
  const { costPerMTokIn, costPerMTokOut } = model;
  const priced = costPerMTokIn !== undefined && costPerMTokOut !== undefined;
  const entry: ModelSpec = {
    id: model.id,
    providerId: vendor.id,
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
    ...(!vendor.keyless && { unpriced: true }),
  };
  return repriced(entry, statedBy(model));
}

/** Tools that nobody spoke of are tried; images and reasoning wait until somebody does. */
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
