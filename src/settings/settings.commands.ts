import { Injectable } from '@nestjs/common';
import { SocketCommand } from '../platform/socket/socket-command.js';
import { UpdateSettingsCommand } from './dto/update-settings.command.js';
import { SettingsService } from './settings.service.js';

/** Socket commands of settings. */
@Injectable()
export class SettingsCommands {
  constructor(private readonly settings: SettingsService) {}

  @SocketCommand('updateSettings')
  async update({ patch }: UpdateSettingsCommand): Promise<void> {
    await this.settings.update(patch);
  }
}
