import { isObject } from 'class-validator';
import type { SettingSeeds } from '../platform/config/office-config.js';
import type { ModelOverride } from '../protocol/records/models.js';
import type { OfficeSettings } from '../protocol/records/office.js';
import { settingsTexts } from '../protocol/texts/settings.js';
import { plainSettingKeys, settingRules, type PlainSettings } from './setting-rules.js';

/** Settings of a first boot: eight from the environment, and no model overrides. */
export function firstSettings(seeds: SettingSeeds, now: number): OfficeSettings {
  return { ...seeds, disabledModelIds: [], modelOverrides: {}, updatedAt: now };
}

export interface RestoredSettings {
  readonly settings: OfficeSettings;
  /** A sentence for each unusable saved value. */
  readonly problems: readonly string[];
}

/**
 * Saved settings over the defaults: settings added by a newer version and invalid saved values get
 * their default.
 */
export function restoreSettings(saved: unknown, defaults: OfficeSettings): RestoredSettings {
  if (!isObject<Record<string, unknown>>(saved)) return { settings: defaults, problems: [] };
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
      ...(isOverrides(modelOverrides) && { modelOverrides }),
      ...(typeof updatedAt === 'number' && { updatedAt }),
    },
    problems: unusable.map((key) => settingsTexts.storedUnusable(key, settingRules[key].refusal)),
  };
}

/** Overrides were validated before saving, so only their shape is checked. */
function isOverrides(value: unknown): value is Readonly<Record<string, ModelOverride>> {
  return isObject(value) && Object.values(value).every((override) => isObject(override));
}
