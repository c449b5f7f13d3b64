import { Module } from '@nestjs/common';
import { ModelsModule } from '../models/models.module.js';
import { ConfigurationWarnings } from './configuration-warnings.js';
import { SettingsCommands } from './settings.commands.js';
import { SettingsController } from './settings.controller.js';
import { SettingsProjection } from './settings-projection.js';
import { SettingsStore } from './settings-store.js';
import { SettingsService } from './settings.service.js';

/**
 * Owns the installation's settings: rules, storage, and passing on decisions about models and the
 * log. Their use belongs to other modules.
 */
@Module({
  imports: [ModelsModule],
  controllers: [SettingsController],
  providers: [
    SettingsStore,
    SettingsProjection,
    SettingsService,
    SettingsCommands,
    ConfigurationWarnings,
  ],
  exports: [SettingsProjection, SettingsService, ConfigurationWarnings],
})
export class SettingsModule {}
