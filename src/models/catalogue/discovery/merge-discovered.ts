import type { DiscoveredModel, ModelSpec } from '../../../protocol/records/models.js';
import { inferTier } from './infer-tier.js';
import { isConversational } from './is-conversational.js';

interface Vendor {
  readonly id: string;
  /** A local runtime: it costs nothing, so a price it does not state is no secret. */
  readonly keyless: boolean;
}

/**
 * A vendor's list as models of the catalogue (behaviour-engine.md 6.8). The vendor is right about
 * facts and prices, the shipped row about tier, strengths and quality. A model both know keeps the
 * id it is shipped under, so that policies and overrides go on meaning it.
 */
export function mergeDiscovered(
  vendor: Vendor,
  discovered: readonly DiscoveredModel[],
  curated: readonly ModelSpec[],
): ModelSpec[] {
  const byId = new Map<string, ModelSpec>();
  for (const model of discovered) {
    if (!isConversational(model.id)) continue;
    const row = curatedRow(vendor.id, model.id, curated);
    const merged = row === undefined ? unrated(vendor, model) : known(vendor.id, model, row);
    if (!byId.has(merged.id)) byId.set(merged.id, merged);
  }
  return [...byId.values()];
}

/** The shipped row of the vendor, with or without the vendor's name in front; else anyone's. */
function curatedRow(
  providerId: string,
  modelId: string,
  curated: readonly ModelSpec[],
): ModelSpec | undefined {
  const ids = [modelId, `${providerId}/${modelId}`];
  const own = curated.filter((row) => row.providerId === providerId);
  return own.find((row) => ids.includes(row.id)) ?? curated.find((row) => row.id === modelId);
}

function known(providerId: string, model: DiscoveredModel, row: ModelSpec): ModelSpec {
  return {
    ...row,
    id: row.providerId === providerId ? row.id : model.id,
    providerId,
    label: model.label ?? row.label,
    contextWindow: model.contextWindow ?? row.contextWindow,
    maxOutputTokens: model.maxOutputTokens ?? row.maxOutputTokens,
    costPerMTokIn: model.costPerMTokIn ?? row.costPerMTokIn,
    costPerMTokOut: model.costPerMTokOut ?? row.costPerMTokOut,
    capabilities: { ...row.capabilities, ...model.capabilities },
    origin: 'discovered',
  };
}

function unrated(vendor: Vendor, model: DiscoveredModel): ModelSpec {
  const { costPerMTokIn, costPerMTokOut } = model;
  const priced = costPerMTokIn !== undefined && costPerMTokOut !== undefined;
  return {
    id: model.id,
    providerId: vendor.id,
    label: model.label ?? model.id,
    tier: inferTier(model.id, priced ? (costPerMTokIn + costPerMTokOut) / 2 / 1000 : null),
    contextWindow: model.contextWindow ?? 32_768,
    maxOutputTokens: model.maxOutputTokens ?? 4096,
    costPerMTokIn: costPerMTokIn ?? 0,
    costPerMTokOut: costPerMTokOut ?? 0,
    capabilities: {
      tools: false,
      vision: false,
      reasoning: false,
      streaming: true,
      ...model.capabilities,
    },
    strengths: [],
    origin: 'discovered',
    unrated: true,
    ...(!priced && !vendor.keyless && { unpriced: true }),
  };
}
