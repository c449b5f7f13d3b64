import { cleaned } from '../../platform/text/cleaned.js';
import { present } from '../../platform/text/foreign-fields.js';
import { type PluginPermission, pluginPermissions } from '../../protocol/records/enums.js';
import type { PluginContributions, PluginManifest } from '../../protocol/records/plugins.js';
import { manifestTexts } from '../../protocol/texts/manifest.js';
import {
  type Fault,
  type JsonObject,
  memberOf,
  objectOf,
  shown,
  textOf,
  type Warn,
} from './json-values.js';
import { readContributions } from './read-contributions.js';
import { readSettingsSchema } from './read-settings-schema.js';

const mostFindings = 100;

const findingCharacters = 500;

export type ManifestVerdict =
  | { readonly ok: true; readonly manifest: PluginManifest; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly reason: string; readonly problems: readonly string[] };

/**
 * Validates a `plugin.json` (fields: docs/plugins.md). Pure: never throws, keeps no reference to
 * its input, and accepts its own result unchanged.
 */
export function validateManifest(document: unknown): ManifestVerdict {
  const findings = new Findings();
  const item = objectOf(document);
  if (item === null) {
    findings.fault('manifest', manifestTexts.notObject);
    return rejected(findings);
  }
  const identity = readIdentity(item, findings.fault);
  if (findings.problems.length > 0) return rejected(findings);
  const manifest = readRest(item, identity, findings);
  if (findings.problems.length > 0) return rejected(findings);
  const covered = withholdUncovered(manifest, findings.warn);
  warnAboutCode(covered, findings);
  return { ok: true, manifest: covered, warnings: findings.warnings };
}

function readRest(
  item: JsonObject,
  identity: ReturnType<typeof readIdentity>,
  { warn, fault }: Findings,
): PluginManifest {
  const contributes = readContributions(item.contributes, warn);
  const settings = readSettingsSchema(item.settings, fault);
  return { ...identity, ...(contributes && { contributes }), ...(settings && { settings }) };
}

function warnAboutCode({ entry, permissions = [] }: PluginManifest, { warn }: Findings): void {
  if (entry !== undefined && permissions.length === 0) warn(manifestTexts.codeWithoutPermissions);
  if (entry === undefined && permissions.includes('tools')) warn(manifestTexts.toolsWithoutCode);
}

function rejected({ problems }: Findings): ManifestVerdict {
  return { ok: false, reason: problems.join('; '), problems };
}

/** The permission required by each kind of contribution. */
const permissionFor: Readonly<Record<keyof PluginContributions, PluginPermission>> = {
  providers: 'providers',
  models: 'models',
  skills: 'skills',
  roleTemplates: 'agents',
  pipelines: 'pipelines',
  routingRules: 'routing',
  uiPanels: 'ui',
  toolNames: 'tools',
};

/**
 * The manifest without contributions that its permissions do not cover, with a warning for each.
 * `tools` and `events` are enforced at run time.
 */
function withholdUncovered(manifest: PluginManifest, warn: Warn): PluginManifest {
  const { contributes, settings, ...identity } = manifest;
  const held = new Set(manifest.permissions ?? []);
  const covered = (key: string, permission: PluginPermission): boolean => {
    if (!held.has(permission)) warn(manifestTexts.withheld(key, permission));
    return held.has(permission);
  };
  const kept = Object.entries(contributes ?? {}).filter(([key]) =>
    covered(key, permissionFor[key as keyof PluginContributions]),
  );
  return {
    ...identity,
    ...(kept.length > 0 ? { contributes: Object.fromEntries(kept) } : {}),
    ...(settings !== undefined && covered('settings', 'settings') ? { settings } : {}),
  };
}

const idCharacters = 64;
const segments = /^[a-z0-9][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)+$/;
const semanticVersion = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;
const hostApi = 1;

/** A plugin's identity and permissions, without contributions and settings. */
type PluginIdentity = Omit<PluginManifest, 'contributes' | 'settings'>;

/** The first stage of validation; reports all faults. */
function readIdentity(item: JsonObject, fault: Fault): PluginIdentity {
  return {
    id: readId(item.id, fault),
    name: required(item.name, 'name', fault),
    version: readVersion(item.version, fault),
    description: required(item.description, 'description', fault),
    apiVersion: readApiVersion(item.apiVersion, fault),
    ...present({
      author: textOf(item.author),
      homepage: textOf(item.homepage),
      license: textOf(item.license),
      entry: readEntry(item.entry, fault),
      permissions: readPermissions(item.permissions, fault),
    }),
  };
}

function required(value: unknown, field: string, fault: Fault): string {
  const text = textOf(value);
  if (text === undefined) fault(field, manifestTexts.required);
  return text ?? '';
}

function readId(value: unknown, fault: Fault): string {
  const id = required(value, 'id', fault);
  if (id === '') return id;
  if (id.length > idCharacters) fault('id', manifestTexts.idTooLong);
  else if (!segments.test(id)) fault('id', manifestTexts.badId);
  return id;
}

function readVersion(value: unknown, fault: Fault): string {
  const version = required(value, 'version', fault);
  if (version !== '' && !semanticVersion.test(version)) fault('version', manifestTexts.badVersion);
  return version;
}

function readApiVersion(value: unknown, fault: Fault): string {
  const version = textOf(value);
  if (version === undefined) {
    fault('apiVersion', manifestTexts.apiVersionRequired);
    return '';
  }
  const [leading] = /^\d+/.exec(version) ?? [];
  if (Number(leading) !== hostApi) {
    fault('apiVersion', manifestTexts.apiVersionMismatch(shown(version)));
  }
  return version;
}

function readEntry(value: unknown, fault: Fault): string | undefined {
  if (value === undefined) return undefined;
  const entry = textOf(value);
  if (entry === undefined) fault('entry', manifestTexts.entryEmpty);
  else if (/^(?:[\\/]|[a-z]:)/i.test(entry)) fault('entry', manifestTexts.entryAbsolute);
  else if (entry.split(/[\\/]/).includes('..')) fault('entry', manifestTexts.entryEscapes);
  return entry;
}

function readPermissions(value: unknown, fault: Fault): readonly PluginPermission[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) {
    fault('permissions', manifestTexts.permissionsNotArray);
    return undefined;
  }
  const entries: readonly unknown[] = value.map((entry: unknown) => textOf(entry) ?? entry);
  const unknown = entries.filter((entry) => memberOf(pluginPermissions, entry) === undefined);
  if (unknown.length > 0) {
    fault('permissions', manifestTexts.unknownPermissions(unknown.map(shown)));
  }
  return [...new Set(entries)].flatMap((entry) => memberOf(pluginPermissions, entry) ?? []);
}

/** Only the first findings of many are kept. */
function note(findings: string[], finding: string): void {
  if (findings.length < mostFindings) findings.push(cleaned(finding, findingCharacters, '…'));
  else if (findings.length === mostFindings) findings.push(manifestTexts.moreFindings);
}

/** The findings of a validation, in order; the first ones if there are many. */
class Findings {
  readonly problems: string[] = [];
  readonly warnings: string[] = [];

  readonly warn: Warn = (warning) => note(this.warnings, warning);

  readonly fault: Fault = (field, message) =>
    note(this.problems, manifestTexts.problem(field, message));
}
