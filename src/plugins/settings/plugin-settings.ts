import type {
  PluginManifest,
  PluginSettingField,
  PluginSettingValue,
} from '../../protocol/records/plugins.js';
import { BrokenRulesError } from '../../platform/errors/office-error.js';
import { pluginTexts } from '../../protocol/texts/plugins.js';
import { valueOfType } from '../manifest/read-settings-schema.js';

export type PluginSettings = Readonly<Record<string, PluginSettingValue>>;

/** The effective values: defaults, overridden by stored values that still fit the schema. */
export function settingsInForce(
  manifest: PluginManifest,
  stored: Readonly<Record<string, unknown>>,
): PluginSettings {
  const fields = manifest.settings ?? [];
  return Object.fromEntries(
    fields.map((field) => {
      const value = Object.hasOwn(stored, field.key) ? stored[field.key] : undefined;
      return [field.key, fittingValue(field, value) ?? field.default];
    }),
  );
}

/** @throws BrokenRulesError with the unknown keys and those with invalid values, in order */
export function assertWritable(
  manifest: PluginManifest,
  written: Readonly<Record<string, unknown>>,
): void {
  const fields = new Map((manifest.settings ?? []).map((field) => [field.key, field]));
  const rejected = Object.keys(written).filter((key) => {
    const field = fields.get(key);
    return field === undefined || fittingValue(field, written[key]) === undefined;
  });
  if (rejected.length === 0) return;
  throw new BrokenRulesError(
    pluginTexts.rejectedSettings(rejected),
    brokenRules(manifest, rejected),
  );
}

/** The rule broken by each key, in words. */
function brokenRules(manifest: PluginManifest, keys: readonly string[]): readonly string[] {
  const fields = manifest.settings ?? [];
  return keys.map((key) => {
    const field = fields.find((each) => each.key === key);
    if (field !== undefined) return pluginTexts.settingRule(field);
    return pluginTexts.unknownSetting(
      key,
      fields.map((each) => each.key),
    );
  });
}

function fittingValue(field: PluginSettingField, value: unknown): PluginSettingValue | undefined {
  const typed = valueOfType(value, field.type);
  if (typeof typed === 'number') {
    const { min = -Infinity, max = Infinity } = field;
    return typed >= min && typed <= max ? typed : undefined;
  }
  const offered = field.type !== 'select' || field.options?.includes(String(typed));
  return offered ? typed : undefined;
}
