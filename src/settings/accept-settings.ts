import { RefusedError } from '../platform/errors/office-error.js';
import { plainSettingKeys, settingRules, type PlainSettings } from './setting-rules.js';

/** What a client sends: any subset of the settings, and whatever else it likes. */
export type SettingsPatch = Readonly<Record<string, unknown>>;

/**
 * The plain settings of a patch, each of an acceptable value (behaviour-server.md 6.4). Unknown
 * keys are dropped.
 *
 * @throws RefusedError in the words for the first value that is not acceptable
 */
export function acceptPlainSettings(patch: SettingsPatch): Partial<PlainSettings> {
  const accepted: Partial<Record<keyof PlainSettings, unknown>> = {};
  for (const key of plainSettingKeys) {
    const value = patch[key];
    if (value === undefined) continue;
    const { accepts, refusal } = settingRules[key];
    if (!accepts(value)) throw new RefusedError(refusal);
    accepted[key] = value;
  }
  return accepted as Partial<PlainSettings>;
}
