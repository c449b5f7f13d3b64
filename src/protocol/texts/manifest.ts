/** Problems of `plugin.json` reject a plugin; warnings drop or repair a part of it. */
export const manifestTexts = {
  problem: (field: string, message: string) => `${field}: ${message}`,
  moreFindings: 'there is more.',
  notObject: 'must be a JSON object.',
  required: 'is required.',
  idTooLong: 'must be 64 characters or fewer.',
  badId:
    'must be lowercase reverse-dns style with at least two segments, e.g. "office.hello-world".',
  badVersion: 'must be semver, e.g. "1.0.0".',
  apiVersionRequired: 'is required; this host implements "1".',
  apiVersionMismatch: (version: string) =>
    `targets API "${version}", but this host implements "1".`,
  permissionsNotArray: 'must be an array.',
  unknownPermissions: (names: readonly string[]) => `unknown permission(s): ${names.join(', ')}.`,
  entryEmpty: 'must be a non-empty relative path.',
  entryAbsolute: 'must be relative to the plugin directory.',
  entryEscapes: 'may not escape the plugin directory.',
  settingsNotArray: 'settings must be an array of fields.',
  settingNotObject: 'must be an object.',
  settingKey: 'must be a simple identifier.',
  settingKeyTwice: (key: string) => `duplicate setting key "${key}".`,
  settingType: 'must be string, number, boolean or select.',
  settingDefaultType: (type: string) => `must match type "${type}".`,
  settingDefaultOption: 'must be one of the options.',
  settingOptions: 'a select needs options.',
  codeWithoutPermissions: 'declares an entry module but no permissions.',
  toolsWithoutCode: 'asks for the "tools" permission but ships no code, so it cannot register one.',
  withheld: (key: string, permission: string) =>
    `contributes ${key} without the "${permission}" permission; withheld.`,
  contributesNotObject: 'contributes is not an object; ignored.',
  listNotArray: (key: string) => `contributes.${key} is not an array; ignored.`,
  itemNotObject: (at: string) => `${at} is not an object; dropped.`,
  modelIncomplete: (at: string) => `${at} needs id, providerId and a valid tier; dropped.`,
  priceNotNumber: (at: string, field: string) =>
    `${at}.${field} is not a finite number; treated as 0.`,
  priceNegative: (at: string, field: string, value: number) =>
    `${at}.${field} is negative (${value}); treated as 0. A negative price would refund the run budget instead of spending it.`,
  providerIncomplete: (at: string) => `${at} needs id, label and baseUrl; dropped.`,
  providerId: (at: string, id: string) => `${at}.id "${id}" must be a lowercase slug; dropped.`,
  providerTwice: (at: string, id: string) =>
    `${at}.id "${id}" is declared twice; the second is dropped.`,
  providerUrl: (at: string) =>
    `${at}.baseUrl must be https (or http on the loopback address with "keyless": true); dropped.`,
  providerKeyless: (at: string, url: string) =>
    `${at} is "keyless" but "${url}" is not a loopback address. A keyless provider is a local runtime; a remote one must name a "keyEnvVar" so a human has to configure it.`,
  providerKind: (at: string) => `${at}.kind must be "openai-compat" or "anthropic"; dropped.`,
  providerKeyVariable: (at: string, name: string) =>
    `${at}.keyEnvVar "${name}" is not an environment variable name; dropped.`,
  providerOwnVariable: (at: string, name: string) =>
    `${at}.keyEnvVar "${name}" belongs to the service itself; dropped.`,
  providerNoKey: (at: string) =>
    `${at} names neither "keyEnvVar" nor "keyless": it would never count as configured; dropped.`,
  providerHeader: (at: string, name: string) =>
    `${at}.extraHeaders["${name}"] is not a safe header; ignored.`,
  skillIncomplete: (at: string) =>
    `${at} needs id, name, description and a non-empty body; dropped.`,
  ruleIncomplete: (at: string) => `${at} needs an id; dropped.`,
  ruleUndescribed: 'no description',
  roleIncomplete: (at: string) => `${at} needs id, displayName and title; dropped.`,
  roleTooLong: (at: string, reason: string) => `${at}: ${reason} Dropped.`,
  roleFilled: (at: string, id: string, fields: readonly string[]) =>
    `${at} (${id}) did not declare ${fields.join(', ')}; safe defaults were filled in so the template is a complete role. Hiring it is still your decision.`,
  roleVoice: (displayName: string) =>
    `${displayName} writes plainly, says what is known and what is not, and keeps to the point.`,
  pipelineIncomplete: (at: string) => `${at} needs id, name and stages; dropped.`,
  pipelineStage: (at: string, id: string, stage: number, why: string) =>
    `${at} (${id}) cannot run: stages[${stage}] ${why}; dropped.`,
  pipelineEmpty: (at: string, id: string) => `${at} (${id}) has no stages; dropped.`,
  stageNotObject: 'is not an object',
  stageNeedsName: 'needs a name',
  stageKind: (value: string) => `has the unknown kind ${value}`,
  stageMode: (value: string) => `has the unknown mode ${value}`,
  stageRoles: 'names no roles',
  panelIncomplete: (at: string) => `${at} needs id, title and a known placement; dropped.`,
  panelWidgets: (at: string, count: number) =>
    `${at}.body: ${count} widget(s) were not renderable and were dropped.`,
  panelBodyEmpty: (at: string) => `${at}.body has no renderable widget; the panel will be empty.`,
  panelSourceNotObject: (at: string) => `${at}.source is not an object; ignored.`,
  panelSourceUrl: (at: string) => `${at}.source.url must be an http(s) URL; ignored.`,
  panelNothing: (at: string) =>
    `${at} declares neither a body nor a source, so it has nothing to show.`,
  tokensNotObject: (at: string) => `${at}.tokens is not an object; ignored.`,
  tokenUnknown: (at: string, key: string) =>
    `${at}.tokens.${key} is not a token the console paints with; ignored. Known: accent, surface, text.`,
  tokenNotColour: (at: string, key: string) => `${at}.tokens.${key} is not a colour; ignored.`,
} as const;
