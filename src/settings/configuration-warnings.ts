import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { OfficeConfig } from '../platform/config/office-config.js';
import { OfficeLogger } from '../platform/logging/office-logger.js';
import { warningTexts } from '../protocol/texts/configuration.js';
import { SettingsProjection } from './settings-projection.js';

/** Values of the environment that are not used as written: logged once, and returned on request. */
@Injectable()
export class ConfigurationWarnings implements OnApplicationBootstrap {
  constructor(
    private readonly config: OfficeConfig,
    private readonly settings: SettingsProjection,
    private readonly logger: OfficeLogger,
  ) {}

  onApplicationBootstrap(): void {
    const log = this.logger.scope('config');
    for (const text of this.current()) log.warn(text);
  }

  /** In words, with the effective values. */
  current(): readonly string[] {
    const settings = this.settings.current();
    return this.config.warnings.map(({ name, rule, setting, text }) =>
      setting === null ? text : warningTexts.saved(name, rule, setting, String(settings[setting])),
    );
  }
}
