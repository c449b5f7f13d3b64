import { OptionalFlag, RequiredText } from '../../platform/validation/fields.js';
import { pluginTexts } from '../../protocol/texts/plugins.js';

export class InstallPluginRequest {
  @RequiredText(pluginTexts.installFields)
  catalogUrl!: string;

  @RequiredText(pluginTexts.installFields)
  pluginId!: string;

  @OptionalFlag()
  upgrade?: boolean;
}
