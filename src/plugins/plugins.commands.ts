import { Injectable } from '@nestjs/common';
import { done, SocketCommand } from '../platform/socket/socket-command.js';
import { ConfirmProviderKeyCommand } from './dto/confirm-provider-key.command.js';
import { PluginsService } from './plugins.service.js';

/** Socket commands of plugins. */
@Injectable()
export class PluginsCommands {
  constructor(private readonly plugins: PluginsService) {}

  @SocketCommand('confirmProviderKey', done)
  async confirmKey(command: ConfirmProviderKeyCommand): Promise<void> {
    const { pluginId, providerId, confirmed } = command;
    await this.plugins.confirmKey(pluginId, providerId, confirmed);
  }
}
