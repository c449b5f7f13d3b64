import type { PluginPermission } from '../../protocol/records/enums.js';
import type { PluginContributions, PluginManifest } from '../../protocol/records/plugins.js';
import { manifestTexts } from '../../protocol/texts/manifest.js';
import type { Warn } from './findings.js';

/** What each kind of contribution needs. */
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
 * The manifest without what its permissions do not cover, with a warning for each part left out.
 * `tools` and `events` are enforced where the code asks.
 */
export function withholdUncovered(manifest: PluginManifest, warn: Warn): PluginManifest {
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
