import { Injectable } from '@nestjs/common';
import { done, SocketCommand } from '../platform/socket/socket-command.js';
import { RequiredFlag, RequiredText } from '../platform/validation/fields.js';
import { WidensRights } from '../platform/http/widening-rights.js';
import { pluginTexts } from '../protocol/texts/plugins.js';
import { PluginsService } from './plugins.service.js';

/** Payload of the `confirmProviderKey` command. */
class ConfirmProviderKeyCommand {
  @RequiredText(pluginTexts.confirmFields)
  pluginId!: string;

  @RequiredText(pluginTexts.confirmFields)
  providerId!: string;

  @RequiredFlag(pluginTexts.confirmFields)
  confirmed!: boolean;
}

/** Socket commands of plugins. */
@Injectable()
export class PluginsCommands {
  constructor(private readonly plugins: PluginsService) {}

  @WidensRights(({ confirmed }) => confirmed !== false)
  @SocketCommand('confirmProviderKey', done)
  async confirmKey(command: ConfirmProviderKeyCommand): Promise<void> {
    const { pluginId, providerId, confirmed } = command;
    await this.plugins.confirmKey(pluginId, providerId, confirmed);
  }
}
