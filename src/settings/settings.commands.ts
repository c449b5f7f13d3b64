import { Injectable } from '@nestjs/common';
import { SocketCommand } from '../platform/socket/socket-command.js';
import { RequiredObject } from '../platform/validation/fields.js';
import type { OfficeSettings } from '../protocol/records/office.js';
import { settingsTexts } from '../protocol/texts/settings.js';
import { SettingsService } from './settings.service.js';

/** Payload of the `updateSettings` command. */
class UpdateSettingsCommand {
  @RequiredObject(settingsTexts.patchRequired)
  patch!: Record<string, unknown>;
}

/** Socket commands of settings. */
@Injectable()
export class SettingsCommands {
  constructor(private readonly settings: SettingsService) {}

  @SocketCommand('updateSettings')
  update({ patch }: UpdateSettingsCommand): Promise<OfficeSettings> {
    return this.settings.update(patch);
  }
}
