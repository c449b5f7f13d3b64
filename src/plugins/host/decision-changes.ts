import type { PluginManifest } from '../../protocol/records/plugins.js';
import { settingsInForce } from '../settings/plugin-settings.js';
import type { PluginDecisions } from './plugin-decisions.js';
import { storedSettings } from './plugin-record.js';

/** The decisions with settings merged into those of one plugin. */
export function withSettings(
  decisions: PluginDecisions,
  manifest: PluginManifest,
  written: Readonly<Record<string, unknown>>,
): PluginDecisions {
  const current = settingsInForce(manifest, storedSettings(manifest.id, decisions));
  const values = settingsInForce(manifest, { ...current, ...written });
  return { ...decisions, settings: { ...decisions.settings, [manifest.id]: values } };
}

/** The decisions without one plugin. */
export function withoutPlugin(decisions: PluginDecisions, id: string): PluginDecisions {
  const hash = decisions.installed[id];
  const owners = Object.entries(decisions.toolOwners).filter(([, owner]) => owner !== id);
  return {
    ...decisions,
    enabled: without(decisions.enabled, id),
    settings: without(decisions.settings, id),
    toolOwners: Object.fromEntries(owners),
    confirmedKeys: without(decisions.confirmedKeys, id),
    installed: without(decisions.installed, id),
    removed: hash === undefined ? decisions.removed : { ...decisions.removed, [id]: hash },
  };
}

/** The decisions with a plugin installed from the bundle with this hash. */
export function withInstalled(
  decisions: PluginDecisions,
  id: string,
  hash: string,
): PluginDecisions {
  return {
    ...decisions,
    installed: { ...decisions.installed, [id]: hash },
    removed: without(decisions.removed, id),
  };
}

function without<T>(entries: Readonly<Record<string, T>>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).filter(([other]) => other !== key));
}
