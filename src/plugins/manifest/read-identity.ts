import { pluginPermissions } from '../../protocol/records/enums.js';
import type { PluginPermission } from '../../protocol/records/enums.js';
import type { PluginManifest } from '../../protocol/records/plugins.js';
import { manifestTexts } from '../../protocol/texts/manifest.js';
import type { Fault } from './findings.js';
import { memberOf, present, shown, textOf } from './json-values.js';
import type { JsonObject } from './json-values.js';

const idCharacters = 64;
const segments = /^[a-z0-9][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)+$/;
const semanticVersion = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;
const hostApi = 1;

/** Who a plugin is and what it asks for: the manifest without contributions and settings. */
type PluginIdentity = Omit<PluginManifest, 'contributes' | 'settings'>;

/** The first stage of validation: all faults are reported, not just one. */
export function readIdentity(item: JsonObject, fault: Fault): PluginIdentity {
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
