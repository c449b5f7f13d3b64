import { z } from 'zod';
import { anyObject, lenient } from '../platform/text/foreign-fields.js';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Clock } from '../platform/clock.js';
import { OfficeConfig } from '../platform/config/office-config.js';
import type { SettingSeeds } from '../platform/config/office-config.js';
import { OfficeDocuments } from '../platform/database/office-documents.js';
import type { Tx } from '../platform/database/tx.js';
import type { ModelOverride } from '../protocol/records/models.js';
import type { OfficeSettings } from '../protocol/records/office.js';
import { settingsTexts } from '../protocol/texts/settings.js';
import { plainSettingKeys, type PlainSettings, settingRules } from './setting-rules.js';

/** Key of the settings' document. */
const settingsKey = 'settings';

/** Settings read from the store, locked until the transaction ends. */
interface LockedSettings extends RestoredSettings {
  write(settings: OfficeSettings): Promise<void>;
}

/** The row of the settings, which decisions read. */
@Injectable()
export class SettingsStore {
  /** Settings of an installation that has saved none. */
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

/** Settings of a first boot: eight from the environment, and no model overrides. */
export function firstSettings(seeds: SettingSeeds, now: number): OfficeSettings {
  return { ...seeds, disabledModelIds: [], modelOverrides: {}, updatedAt: now };
}

interface RestoredSettings {
  readonly settings: OfficeSettings;
  /** A sentence for each unusable saved value. */
  readonly problems: readonly string[];
}

/** Overrides were validated before saving, so only their shape is checked. */
const override = z.custom<ModelOverride>((value) => anyObject.safeParse(value).success);

const savedSettings = z.looseObject({
  modelOverrides: lenient(z.record(z.string(), override)),
  updatedAt: lenient(z.number()),
});

/**
 * Saved settings over the defaults: settings added by a newer version and invalid saved values get
 * their default.
 */
export function restoreSettings(document: unknown, defaults: OfficeSettings): RestoredSettings {
  const saved = savedSettings.safeParse(document).data;
  if (saved === undefined) return { settings: defaults, problems: [] };
  const given = plainSettingKeys.filter((key) => saved[key] !== undefined);
  const usable = given.filter((key) => settingRules[key].accepts(saved[key]));
  const unusable = given.filter((key) => !usable.includes(key));
  const plain = Object.fromEntries(
    usable.map((key) => [key, saved[key]]),
  ) as Partial<PlainSettings>;
  const { modelOverrides, updatedAt } = saved;
  return {
    settings: {
      ...defaults,
      ...plain,
      ...(modelOverrides && { modelOverrides }),
      ...(updatedAt !== undefined && { updatedAt }),
    },
    problems: unusable.map((key) => settingsTexts.storedUnusable(key, settingRules[key].refusal)),
  };
}
