import type {
  PluginManifest,
  PluginSettingField,
  PluginSettingValue,
} from '../../protocol/records/plugins.js';
import { pluginTexts } from '../../protocol/texts/plugins.js';
import { valueOfType } from '../manifest/read-settings-schema.js';

export type PluginSettings = Readonly<Record<string, PluginSettingValue>>;

/**
 * The values in force: the defaults, and what is stored wherever it still fits the schema. What
 * does not fit any more is passed over in silence.
 */
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

/** Keys of an operator's write that are unknown or whose value does not fit, in their order. */
export function rejectedKeys(
  manifest: PluginManifest,
  written: Readonly<Record<string, unknown>>,
): readonly string[] {
  const fields = new Map((manifest.settings ?? []).map((field) => [field.key, field]));
  return Object.keys(written).filter((key) => {
    const field = fields.get(key);
    return field === undefined || fittingValue(field, written[key]) === undefined;
  });
}

/** The rule that each of these keys breaks, in words. */
export function brokenRules(manifest: PluginManifest, keys: readonly string[]): readonly string[] {
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
