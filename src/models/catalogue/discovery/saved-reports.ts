import { z } from 'zod';
import { acceptedItems, anyList, anything, lenient } from '#platform/text/foreign-fields.js';
import type { DiscoveryReport } from '#protocol/records/models.js';
import { parseModelList } from './model-list.js';

/** A report with the identity of its address and key. */
export interface KnownReport {
  readonly report: DiscoveryReport;
  readonly source: string;
}

const savedReport = z.object({
  providerId: z.string(),
  at: z.number(),
  source: z.string(),
  durationMs: z.number().catch(0),
  ok: lenient(z.boolean()),
  models: anyList,
  error: z.string().catch(''),
});

const savedReports = acceptedItems(savedReport);

const savedModel = z.object({
  id: anything,
  label: anything,
  contextWindow: anything,
  maxOutputTokens: anything,
  capabilities: anything,
  created: anything,
  ownedBy: anything,
  costPerMTokIn: anything,
  costPerMTokOut: anything,
  costPerMTokCacheRead: anything,
  costPerMTokCacheWrite: anything,
  converses: anything,
});

/** Reports from a cache file, which anyone may have edited; invalid ones are left out. */
export function restoreReports(saved: unknown): KnownReport[] {
  return savedReports.parse(saved).map((report) => {
    const { providerId, at, source, durationMs } = report;
    return { report: { providerId, ...outcomeOf(report), durationMs, at }, source };
  });
}

function outcomeOf({
  ok,
  models,
  error,
}: z.output<typeof savedReport>): Pick<DiscoveryReport, 'ok' | 'models' | 'error'> {
  if (ok === true && models !== undefined) {
    return { ok, models: parseModelList(models.map(asListed)), error: null };
  }
  return { ok: false, models: [], error };
}

/** A cached entry in the form of a provider's list, so that one parser checks both. */
function asListed(model: unknown): unknown {
  const { data } = savedModel.safeParse(model);
  if (data === undefined) return model;
  const { ownedBy, costPerMTokIn, costPerMTokOut, costPerMTokCacheRead, ...others } = data;
  const { costPerMTokCacheWrite, ...listed } = others;
  return {
    ...listed,
    owned_by: ownedBy,
    cost_per_mtok_in: costPerMTokIn,
    cost_per_mtok_out: costPerMTokOut,
    cost_per_mtok_cache_read: costPerMTokCacheRead,
    cost_per_mtok_cache_write: costPerMTokCacheWrite,
  };
}
