import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../platform/clock.js';
import { OfficeConfig } from '../platform/config/office-config.js';
import { OfficeDocuments } from '../platform/database/office-documents.js';
import type { Tx } from '../platform/database/tx.js';
import type { OfficeSettings } from '../protocol/records/office.js';
import { firstSettings, restoreSettings, type RestoredSettings } from './restore-settings.js';

/** Key of the settings' document. */
const settingsKey = 'settings';

/** Settings read from the store, locked until the transaction ends. */
interface LockedSettings extends RestoredSettings {
  write(settings: OfficeSettings): Promise<void>;
}

/** The row of the settings, which decisions read. */
@Injectable()
export class SettingsStore {
  /** For an installation that has saved none. */
  readonly defaults: OfficeSettings;
  /** Parsed settings, cached because every turn reads them and they rarely change. */
  private parsed: { readonly text: string; readonly settings: OfficeSettings } | null = null;

  constructor(
    private readonly dataSource: DataSource,
    private readonly documents: OfficeDocuments,
    config: OfficeConfig,
    clock: Clock,
  ) {
    this.defaults = firstSettings(config.seeds, clock.now());
  }

  async read(manager: EntityManager = this.dataSource.manager): Promise<OfficeSettings> {
    const text = await this.documents.readText(manager, settingsKey);
    if (this.parsed?.text === text) return this.parsed.settings;
    const { settings } = restoreSettings(JSON.parse(text), this.defaults);
    this.parsed = { text, settings };
    return settings;
  }

  async lock(tx: Tx): Promise<LockedSettings> {
    const saved = await this.documents.lock(tx, settingsKey);
    return {
      ...restoreSettings(saved.document, this.defaults),
      write: (settings) => saved.write(settings),
    };
  }
}
