import { median } from './measure.js';
import type { ProcessUse } from './service-process.js';

/**
 * Growth of resident memory, MB: median of the last quarter of the samples minus median of the
 * first.
 */
export function residentGrowth(samples: readonly ProcessUse[]): number {
  const resident = samples.map(({ residentMb }) => residentMb);
  const quarter = Math.ceil(resident.length / 4);
  return median(resident.slice(-quarter)) - median(resident.slice(0, quarter));
}
