import type { PluginManifest } from '../../protocol/records/plugins.js';
import { settingsInForce } from '../settings/plugin-settings.js';
import type { PluginDecisions } from './plugin-decisions.js';
import { storedSettings } from './plugin-record.js';

/** The decisions with settings written over those of one plugin. */
export function withSettings(
  decisions: PluginDecisions,
  manifest: PluginManifest,
  written: Readonly<Record<string, unknown>>,
): PluginDecisions {
  const current = settingsInForce(manifest, storedSettings(manifest.id, decisions));
  const values = settingsInForce(manifest, { ...current, ...written });
  return { ...decisions, settings: { ...decisions.settings, [manifest.id]: values } };
}

/** The decisions without anything about one plugin. */
export function withoutPlugin(decisions: PluginDecisions, id: string): PluginDecisions {
  const owners = Object.entries(decisions.toolOwners).filter(([, owner]) => owner !== id);
  return {
    ...decisions,
    enabled: without(decisions.enabled, id),
    settings: without(decisions.settings, id),
    toolOwners: Object.fromEntries(owners),
    confirmedKeys: without(decisions.confirmedKeys, id),
  };
}

function without<T>(entries: Readonly<Record<string, T>>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).filter(([other]) => other !== key));
}
