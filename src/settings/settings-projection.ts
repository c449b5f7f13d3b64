import { Injectable } from '@nestjs/common';
import { ModelSettings } from '../models/catalogue/model-settings.js';
import { Clock } from '../platform/clock.js';
import { OfficeConfig } from '../platform/config/office-config.js';
import { OfficeDocuments } from '../platform/database/office-documents.js';
import type { Rows } from '../platform/database/rows.js';
import type { CommittedEvent } from '../platform/events/drafts.js';
import { Projection } from '../platform/events/projection.js';
import { Projections } from '../platform/events/projections.js';
import { OfficeLogger } from '../platform/logging/office-logger.js';
import type { OfficeSettings } from '../protocol/records/office.js';
import { firstSettings, restoreSettings } from './restore-settings.js';

/** Where the settings are kept. */
export const settingsKey = 'settings';

/**
 * The settings as the last commit left them, whichever replica changed them. Log level and
 * decisions about models take effect here, everything else where it is asked for next.
 */
@Injectable()
export class SettingsProjection extends Projection<OfficeSettings> {
  /** Of an installation that has saved none. */
  readonly defaults: OfficeSettings;

  constructor(
    projections: Projections,
    private readonly documents: OfficeDocuments,
    private readonly models: ModelSettings,
    private readonly logger: OfficeLogger,
    config: OfficeConfig,
    clock: Clock,
  ) {
    super(projections);
    this.defaults = firstSettings(config.seeds, clock.now());
  }

  /** An immutable snapshot. */
  current(): OfficeSettings {
    return this.state;
  }

  protected override async load({ manager }: Rows): Promise<OfficeSettings> {
    const saved = await this.documents.read(manager, settingsKey);
    return this.inForce(restoreSettings(saved, this.defaults).settings);
  }

  protected override apply(settings: OfficeSettings, event: CommittedEvent): OfficeSettings {
    return event.type === 'settings.updated' ? this.inForce(event.settings) : settings;
  }

  private inForce(settings: OfficeSettings): OfficeSettings {
    this.logger.setLevel(settings.logLevel);
    this.models.apply(settings);
    return settings;
  }
}
