import { z } from 'zod';
import { acceptedItems } from '#platform/text/foreign-fields.js';
import type { ModelHealthRecord } from '#protocol/records/models.js';

const count = z.number().nonnegative();

const records: z.ZodType<ModelHealthRecord[]> = acceptedItems(
  z.object({
    modelId: z.string(),
    permaslug: z.string(),
    uptime: z.number().min(0).max(1).nullable(),
    endpointCount: count,
    healthyCount: count,
    at: count,
  }),
);

/** Records from a cache file, which anyone may have edited; invalid ones are left out. */
export function restoreRecords(saved: unknown): ModelHealthRecord[] {
  return records.parse(saved);
}
