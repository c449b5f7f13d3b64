import { z } from 'zod';
import type { SettingSeeds } from '../platform/config/office-config.js';
import { anyObject, lenient } from '../platform/text/foreign-fields.js';
import type { ModelOverride } from '../protocol/records/models.js';
import type { OfficeSettings } from '../protocol/records/office.js';
import { settingsTexts } from '../protocol/texts/settings.js';
import { plainSettingKeys, settingRules, type PlainSettings } from './setting-rules.js';

/** The settings of a first boot: eight from the environment, and no opinion about any model. */
export function firstSettings(seeds: SettingSeeds, now: number): OfficeSettings {
  return { ...seeds, disabledModelIds: [], modelOverrides: {}, updatedAt: now };
}

export interface RestoredSettings {
  readonly settings: OfficeSettings;
  /** One sentence for each saved value that could not be used. */
  readonly problems: readonly string[];
}

/** Overrides were checked one by one before they were saved; here only the shape is looked at. */
const override = z.custom<ModelOverride>((value) => anyObject.safeParse(value).success);

const savedSettings = z.looseObject({
  modelOverrides: lenient(z.record(z.string(), override)),
  updatedAt: lenient(z.number()),
});

/**
 * Saved settings laid over the defaults: a setting that a newer version added takes its default, and
 * so does a saved value that no longer makes sense.
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
