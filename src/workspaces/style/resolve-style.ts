import type { OfficeStyle } from '../../protocol/records/style.js';
import { cleanStyle, defaultPreset } from './clean-style.js';

/** A stored style for display: invalid parts are left out; without any it is the default. */
export function resolveStyle(stored: unknown): OfficeStyle {
  return cleanStyle(stored) ?? { preset: defaultPreset };
}
