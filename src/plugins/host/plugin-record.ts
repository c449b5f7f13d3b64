import path from 'node:path';
import type {
  ContributedProviderHost,
  ContributionCounts,
  PluginManifest,
  PluginRecord,
  PluginUpdate,
} from '../../protocol/records/plugins.js';
import { pluginTexts } from '../../protocol/texts/plugins.js';
import { settingsInForce } from '../settings/plugin-settings.js';
import { keyStatus } from './confirmed-keys.js';
import type { BrokenDirectory, KnownPlugin } from './known-plugin.js';
import type { PluginDecisions } from './plugin-decisions.js';
import { wireManifest } from './wire-manifest.js';

/** A new plugin is enabled. */
export function isEnabled(id: string, { enabled }: PluginDecisions): boolean {
  return Object.hasOwn(enabled, id) ? enabled[id] === true : true;
}

export function storedSettings(
  id: string,
  { settings }: PluginDecisions,
): Readonly<Record<string, unknown>> {
  return Object.hasOwn(settings, id) ? (settings[id] ?? {}) : {};
}

/**
 * Derives a plugin's record from disk, decisions and running code.
 * @param reserved variables unavailable to plugins' providers
 */
export function recordOf(
  plugin: KnownPlugin,
  decisions: PluginDecisions,
  reserved: ReadonlySet<string>,
  update: PluginUpdate | undefined,
): PluginRecord {
  const { manifest, directory, source, installedAt, state } = plugin;
  const tools = state.status === 'loaded' ? (state.code?.tools ?? []) : [];
  return {
    manifest: wireManifest(manifest),
    directory,
    source,
    enabled: isEnabled(manifest.id, decisions),
    status: state.status,
    error: state.status === 'error' ? state.error : null,
    hasCode: manifest.entry !== undefined,
    contributions: { ...declaredCounts(manifest), tools: tools.length },
    registeredToolNames: tools.map(({ name }) => name),
    contributedProviderHosts: providerHosts(manifest, decisions, reserved),
    settings: settingsInForce(manifest, storedSettings(manifest.id, decisions)),
    installedAt,
    ...(update === undefined ? {} : { update }),
  };
}

/** A directory without an acceptable manifest is listed too, so that an operator can remove it. */
export function brokenRecord(broken: BrokenDirectory): PluginRecord {
  const { directory, source, installedAt, error } = broken;
  return {
    manifest: {
      id: directory,
      name: path.basename(directory),
      version: pluginTexts.unknown,
      description: pluginTexts.unloadable,
      apiVersion: pluginTexts.unknown,
    },
    directory,
    source,
    enabled: false,
    status: 'error',
    error,
    hasCode: false,
    contributions: noContributions,
    registeredToolNames: [],
    contributedProviderHosts: [],
    settings: {},
    installedAt,
  };
}

const noContributions: ContributionCounts = {
  providers: 0,
  models: 0,
  skills: 0,
  roleTemplates: 0,
  pipelines: 0,
  routingRules: 0,
  tools: 0,
  uiPanels: 0,
};

function declaredCounts({ contributes = {} }: PluginManifest): ContributionCounts {
  return {
    providers: contributes.providers?.length ?? 0,
    models: contributes.models?.length ?? 0,
    skills: contributes.skills?.length ?? 0,
    roleTemplates: contributes.roleTemplates?.length ?? 0,
    pipelines: contributes.pipelines?.length ?? 0,
    routingRules: contributes.routingRules?.length ?? 0,
    tools: 0,
    uiPanels: contributes.uiPanels?.length ?? 0,
  };
}

function providerHosts(
  { id: pluginId, contributes }: PluginManifest,
  { confirmedKeys }: PluginDecisions,
  reserved: ReadonlySet<string>,
): readonly ContributedProviderHost[] {
  return (contributes?.providers ?? []).map((provider) => ({
    id: provider.id,
    label: provider.label,
    host: new URL(provider.baseUrl).host,
    keyless: provider.keyless === true,
    keyEnvVar: provider.keyEnvVar ?? null,
    keyStatus: keyStatus(pluginId, provider, confirmedKeys, reserved),
  }));
}
