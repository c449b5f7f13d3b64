import { Injectable } from '@nestjs/common';
import { SocketCommand } from '../platform/socket/socket-command.js';
import { RequiredObject } from '../platform/validation/fields.js';
import { widensRights, WidensRights } from '../platform/http/widening-rights.js';
import type { OfficeSettings } from '../protocol/records/office.js';
import { settingsTexts } from '../protocol/texts/settings.js';
import { widenedBySettings } from './setting-rules.js';
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

  @WidensRights(({ patch }) => widensRights(widenedBySettings, patch))
  @SocketCommand('updateSettings')
  update({ patch }: UpdateSettingsCommand): Promise<OfficeSettings> {
    return this.settings.update(patch);
  }
}
