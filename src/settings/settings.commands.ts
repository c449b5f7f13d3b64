import { Injectable } from '@nestjs/common';
import { SocketCommand } from '../platform/socket/socket-command.js';
import type { OfficeSettings } from '../protocol/records/office.js';
import { UpdateSettingsCommand } from './dto/update-settings.command.js';
import { SettingsService } from './settings.service.js';

/** Socket commands of settings. */
@Injectable()
export class SettingsCommands {
  constructor(private readonly settings: SettingsService) {}

  @SocketCommand('updateSettings')
  update({ patch }: UpdateSettingsCommand): Promise<OfficeSettings> {
    return this.settings.update(patch);
  }
}
