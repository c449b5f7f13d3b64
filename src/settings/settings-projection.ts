import { Injectable } from '@nestjs/common';
import { ModelSettings } from '../models/catalogue/model-settings.js';
import type { Rows } from '../platform/database/tx.js';
import type { CommittedEvent } from '../platform/events/drafts.js';
import { Projection } from '../platform/events/projection.js';
import { Projections } from '../platform/events/projections.js';
import { OfficeLogger } from '../platform/logging/office-logger.js';
import type { OfficeSettings } from '../protocol/records/office.js';
import { SettingsStore } from './settings-store.js';

/**
 * The settings as of the last event, for display. Log level and model decisions take effect here;
 * all other decisions read the row.
 */
@Injectable()
export class SettingsProjection extends Projection<OfficeSettings> {
  constructor(
    projections: Projections,
    private readonly store: SettingsStore,
    private readonly models: ModelSettings,
    private readonly logger: OfficeLogger,
  ) {
    super(projections);
  }

  /** Immutable. */
  current(): OfficeSettings {
    return this.state;
  }

  protected override async load({ manager }: Rows): Promise<OfficeSettings> {
    return this.inForce(await this.store.read(manager));
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
