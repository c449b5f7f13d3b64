import type { PluginSettingField } from '../records/plugins.js';
/** Answers of the plugin host, and reasons why a plugin does not run. */
export const pluginTexts = {
  installGate:
    'Installing plugins is disabled. Set OFFICE_ALLOW_PLUGIN_INSTALL=true to allow running code downloaded from a marketplace.',
  installFields: '"catalogUrl" and "pluginId" strings are required.',
  enabledRequired: 'An "enabled" boolean is required.',
  settingsRequired: 'A "settings" object is required.',
  noPlugin: (id: string) => `No plugin "${id}".`,
  confirmFields: 'confirmProviderKey needs "pluginId", "providerId" and "confirmed".',
  noKeyToConfirm: (pluginId: string, providerId: string) =>
    `The plugin "${pluginId}" brings no provider "${providerId}" that needs a key.`,
  keyWithheld: (pluginId: string, variable: string) =>
    `${variable} belongs to the service itself; the plugin "${pluginId}" cannot have it.`,
  rejectedSettings: (keys: readonly string[]) => `Rejected setting(s): ${keys.join(', ')}.`,
  settingRule: ({ key, type, min, max, options = [] }: PluginSettingField) => {
    const bounds =
      min !== undefined && max !== undefined
        ? ` from ${min} to ${max}`
        : (min !== undefined ? ` of at least ${min}` : '') +
          (max !== undefined ? ` of at most ${max}` : '');
    const rules: Readonly<Record<PluginSettingField['type'], string>> = {
      string: 'a text',
      number: `a number${bounds}`,
      boolean: 'true or false',
      select: `one of ${options.join(', ')}`,
    };
    return `${key} must be ${rules[type]}.`;
  },
  unknownSetting: (key: string, known: readonly string[]) =>
    known.length === 0
      ? `There is no setting ${key}.`
      : `There is no setting ${key}; there is ${known.join(', ')}.`,
  bundledStays:
    'This plugin ships with the office in OFFICE_PLUGINS_DIR. Disable it, or remove the directory yourself.',
  couldNotRemove: (dir: string, error: string) => `could not remove ${dir}: ${error}`,
  leftBehind: (dir: string, error: string) => `could not delete what is left in ${dir}: ${error}`,
  restored: (id: string) =>
    `an interrupted upgrade of "${id}" was undone: the old version is back.`,
  noManifest: 'no plugin.json in the directory.',
  manifestUnreadable: (error: string) => `plugin.json cannot be read: ${error}`,
  manifestTooLarge: (bytes: number) => `plugin.json is larger than ${bytes / 1024} KB.`,
  manifestNotJson: (error: string) => `plugin.json is not valid JSON: ${error}`,
  unloadable: 'This directory could not be loaded.',
  unknown: '—',
  unreadableRoot: (dir: string, error: string) => `cannot read ${dir}: ${error}`,
  alreadyProvided: (id: string, dir: string) =>
    `"${id}" is already provided by another directory; ignoring ${dir}.`,
  scanned: (count: number, bundledDir: string, installDir: string) =>
    `${count} plugin(s) from ${bundledDir} and ${installDir}`,
  savedStateMalformed: (items: readonly string[]) =>
    `ignored malformed saved plugin state: ${items.join('; ')}`,
  savedStateNotObject: 'the saved plugin state is not an object',
  bundleNotStored: 'its bundle is not in the database.',
  bundleFetched: (id: string) => `installed ${id} from the bundle in the database`,
  bundleNotInLine: (id: string, error: string) =>
    `${id} could not be brought in line with what is installed: ${error}`,
  savedNotText: (part: 'toolOwners' | 'installed' | 'removed', name: string) =>
    `${part}["${name}"] is not a string`,
  savedPartNotObject: (
    part: 'enabled' | 'settings' | 'toolOwners' | 'confirmedKeys' | 'installed' | 'removed',
  ) => `${part} is not an object`,
  savedKeyMalformed: (id: string) =>
    `confirmedKeys["${id}"] is not a list of provider, variable and host`,
  savedNotBoolean: (id: string) => `enabled["${id}"] is not a boolean`,
  savedSettingsNotObject: (id: string) => `settings["${id}"] is not an object`,
  savedSourcesNotArray: 'sources is not an array',
  savedSourceNotObject: (index: number) => `sources[${index}] is not an object`,
  savedSourceIncomplete: (index: number) => `sources[${index}] has no id or no url`,
  failedToActivate: (error: string) => `failed to activate: ${error}`,
  deactivateThrew: (id: string, error: string) => `${id}: deactivate() threw: ${error}`,
  contributionTaken: (what: string, id: string) =>
    `${what} "${id}" is already provided elsewhere; this one is not offered.`,
} as const;

/** Default texts for values missing in a widget. */
export const widgetTexts = {
  metricLabel: 'value',
  keyValueLabel: 'Details',
  tableLabel: 'Table',
  listLabel: 'Items',
  barsLabel: 'Breakdown',
  blank: '—',
} as const;

/** Reasons why a panel cannot be read. */
export const panelTexts = {
  noPanel: (panelId: string, pluginId: string) =>
    `no panel "${panelId}" is contributed by "${pluginId}".`,
  notAUrl: 'the panel endpoint is not a URL.',
  refused: (reason: string) => `the panel endpoint was refused: ${reason}`,
  unreachable: (error: string) => `could not reach the panel endpoint: ${error}`,
  status: (status: number) => `the panel endpoint returned HTTP ${status}.`,
  tooLarge: (bytes: number) => `the answer is larger than ${bytes / 1024} KB`,
  notJson: 'the answer is not valid JSON',
  nothingRenderable: 'the panel endpoint returned nothing renderable.',
  cap: 'this installation already reads 12 live panels; this one was not fetched.',
  servedBy: (panelId: string, host: string) => `panel "${panelId}" is served by ${host}.`,
  partialLoss: (panelId: string, count: number) =>
    `panel "${panelId}": ${count} widget(s) were not renderable.`,
} as const;
