import { RequiredObject } from '../../platform/validation/fields.js';
import { pluginTexts } from '../../protocol/texts/plugins.js';

export class ConfigurePluginRequest {
  @RequiredObject(pluginTexts.settingsRequired)
  settings!: Record<string, unknown>;
}
