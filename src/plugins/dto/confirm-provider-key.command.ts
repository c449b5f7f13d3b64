import { pluginTexts } from '../../protocol/texts/plugins.js';
import { RequiredFlag, RequiredText } from '../../platform/validation/fields.js';

/** Payload of the `confirmProviderKey` command. */
export class ConfirmProviderKeyCommand {
  @RequiredText(pluginTexts.confirmFields)
  pluginId!: string;

  @RequiredText(pluginTexts.confirmFields)
  providerId!: string;

  @RequiredFlag(pluginTexts.confirmFields)
  confirmed!: boolean;
}
