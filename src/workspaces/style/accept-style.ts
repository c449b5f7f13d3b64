import type { OfficeStyle } from '../../protocol/records/style.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import { anyObject } from '../../platform/text/foreign-fields.js';
import { cleanStyle, isPreset } from './clean-style.js';

/**
 * Cleans a client's style for storage. The caller handles null, which means the default preset.
 *
 * @throws RefusedError for anything but an object, and for an unknown preset
 */
export function acceptStyle(input: unknown): OfficeStyle {
  const preset = anyObject.safeParse(input).data?.preset;
  if (typeof preset === 'string' && !isPreset(preset)) {
    throw new RefusedError(workspaceTexts.noPreset(preset));
  }
  const style = cleanStyle(input);
  if (style === null) throw new RefusedError(workspaceTexts.badStyle);
  return style;
}
