import type { DiscoveryReport } from '../../../protocol/records/models.js';
import { isPlainObject } from '../plain-values.js';
import type { PlainObject } from '../plain-values.js';
import { parseModelList } from './parse-model-list.js';

/** A report, and which address and key it is about. */
export interface KnownReport {
  readonly report: DiscoveryReport;
  readonly source: string;
}

/** Reports from a cache file, which anyone may have edited; those that make no sense are left out. */
export function restoreReports(saved: unknown): KnownReport[] {
  if (!Array.isArray(saved)) return [];
  return saved.filter(isPlainObject).flatMap((report) => {
    const { providerId, at, source } = report;
    if (typeof providerId !== 'string' || typeof at !== 'number') return [];
    if (typeof source !== 'string') return [];
    const durationMs = numberOr0(report['durationMs']);
    return [{ report: { providerId, ...outcomeOf(report), durationMs, at }, source }];
  });
}

function outcomeOf({
  ok,
  models,
  error,
}: PlainObject): Pick<DiscoveryReport, 'ok' | 'models' | 'error'> {
  if (ok === true && Array.isArray(models)) {
    return { ok, models: parseModelList(models.map(asListed)), error: null };
  }
  return { ok: false, models: [], error: typeof error === 'string' ? error : '' };
}

/** A model of ours in the words a vendor would use, so that one parser judges both. */
function asListed(model: unknown): unknown {
  if (!isPlainObject(model)) return model;
  const { id, label, contextWindow, maxOutputTokens, capabilities, created, ownedBy } = model;
  return {
    id,
    label,
    contextWindow,
    maxOutputTokens,
    capabilities,
    created,
    owned_by: ownedBy,
    cost_per_mtok_in: model['costPerMTokIn'],
    cost_per_mtok_out: model['costPerMTokOut'],
  };
}

function numberOr0(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
