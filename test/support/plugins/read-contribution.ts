import type { PluginContributions, PluginManifest } from '#protocol/records/plugins.js';
import { pluginPermissions } from '#protocol/records/enums.js';
import { validateManifest } from '#plugins/manifest/validate-manifest.js';
import { manifestOf } from './plugin-workshop.js';
import type { ManifestFields } from './plugin-workshop.js';

/** Manifest and warnings of a plugin with all permissions; fails if it is rejected. */
export function accepted(fields: ManifestFields): {
  readonly manifest: PluginManifest;
  readonly warnings: readonly string[];
} {
  const code = { permissions: pluginPermissions, entry: 'index.mjs' };
  const verdict = validateManifest(manifestOf({ ...code, ...fields }));
  if (!verdict.ok) throw new Error(verdict.reason);
  return verdict;
}

/** The accepted part of one contribution list, and the warnings about it. */
export function readContribution<K extends keyof PluginContributions>(
  key: K,
  list: unknown,
): { readonly items: PluginContributions[K]; readonly warnings: readonly string[] } {
  const { manifest, warnings } = accepted({ contributes: { [key]: list } });
  return { items: manifest.contributes?.[key], warnings };
}
