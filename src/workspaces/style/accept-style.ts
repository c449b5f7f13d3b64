import type { OfficeStyle } from '../../protocol/records/style.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import { anyObject } from '../../platform/text/foreign-fields.js';
import { cleanStyle, isPreset } from './clean-style.js';

/**
 * The style a client sends, cleaned for storing. Null, which resets a floor to the default preset,
 * is for the caller to handle.
 *
 * @throws RefusedError for anything but an object, and for a preset by a name that does not exist
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
