import { settingsTexts } from '../../protocol/texts/settings.js';
import { RequiredObject } from '../../platform/validation/fields.js';

/** Payload of the `updateSettings` command. */
export class UpdateSettingsCommand {
  @RequiredObject(settingsTexts.patchRequired)
  patch!: Record<string, unknown>;
}
