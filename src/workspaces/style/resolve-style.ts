import type { OfficeStyle } from '../../protocol/records/style.js';
import { cleanStyle, defaultPreset } from './clean-style.js';

/** A stored style as it is shown: what no longer fits is left out, and none at all is the default. */
export function resolveStyle(stored: unknown): OfficeStyle {
  return cleanStyle(stored) ?? { preset: defaultPreset };
}
