import { RequiredFlag } from '../../platform/validation/fields.js';
import { pluginTexts } from '../../protocol/texts/plugins.js';

export class EnablePluginRequest {
  @RequiredFlag(pluginTexts.enabledRequired)
  enabled!: boolean;
}
