import { present } from '../../platform/text/foreign-fields.js';
import { settingTypes } from '../../protocol/records/enums.js';
import type { PluginSettingField, PluginSettingValue } from '../../protocol/records/plugins.js';
import { manifestTexts } from '../../protocol/texts/manifest.js';
import {
  type Fault,
  finiteOf,
  type JsonObject,
  memberOf,
  objectOf,
  textOf,
  textsOf,
} from './json-values.js';

const identifier = /^[a-z][a-z0-9_]*$/i;

/**
 * A plugin's settings. Every fault rejects the plugin, because operators must be able to rely on
 * them.
 */
export function readSettingsSchema(
  value: unknown,
  fault: Fault,
): readonly PluginSettingField[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) {
    fault('settings', manifestTexts.settingsNotArray);
    return undefined;
  }
  const keys = new Set<string>();
  const fields = value.flatMap((entry, index) => {
    const key = textOf(objectOf(entry)?.key);
    const field = readField(entry, `settings[${index}]`, fault);
    if (key !== undefined && keys.has(key)) {
      fault(`settings[${index}].key`, manifestTexts.settingKeyTwice(key));
    }
    if (key !== undefined) keys.add(key);
    return field ?? [];
  });
  return fields.length > 0 ? fields : undefined;
}

function readField(entry: unknown, at: string, fault: Fault): PluginSettingField | null {
  const item = objectOf(entry);
  if (item === null) {
    fault(at, manifestTexts.settingNotObject);
    return null;
  }
  const key = textOf(item.key);
  const label = textOf(item.label);
  const type = memberOf(settingTypes, item.type);
  const usableKey = key !== undefined && identifier.test(key);
  if (!usableKey) fault(`${at}.key`, manifestTexts.settingKey);
  if (label === undefined) fault(`${at}.label`, manifestTexts.required);
  if (type === undefined) fault(`${at}.type`, manifestTexts.settingType);
  if (type === undefined) return null;
  const options = type === 'select' ? readOptions(item, at, fault) : undefined;
  const preset = readDefault(item.default, type, options, at, fault);
  if (!usableKey || label === undefined || preset === undefined) return null;
  return {
    key,
    label,
    type,
    ...present({ description: textOf(item.description) }),
    default: preset,
    ...present({ options, min: finiteOf(item.min), max: finiteOf(item.max) }),
  };
}

function readOptions(item: JsonObject, at: string, fault: Fault): readonly string[] {
  const options = textsOf(item.options);
  if (options.length === 0) fault(`${at}.options`, manifestTexts.settingOptions);
  return options;
}

function readDefault(
  value: unknown,
  type: PluginSettingField['type'],
  options: readonly string[] | undefined,
  at: string,
  fault: Fault,
): PluginSettingValue | undefined {
  const preset = valueOfType(value, type);
  if (preset === undefined) fault(`${at}.default`, manifestTexts.settingDefaultType(type));
  else if (options !== undefined && !options.includes(String(preset))) {
    fault(`${at}.default`, manifestTexts.settingDefaultOption);
  }
  return preset;
}

/** The value if it has the type; nothing is converted. */
export function valueOfType(
  value: unknown,
  type: PluginSettingField['type'],
): PluginSettingValue | undefined {
  switch (type) {
    case 'number':
      return finiteOf(value);
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'string':
    case 'select':
      return typeof value === 'string' ? value : undefined;
  }
}
