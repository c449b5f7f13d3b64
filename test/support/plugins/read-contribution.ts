import type { PluginContributions, PluginManifest } from '#protocol/records/plugins.js';
import { pluginPermissions } from '#protocol/records/enums.js';
import { validateManifest } from '#plugins/manifest/validate-manifest.js';
import { manifestOf } from './plugin-workshop.js';
import type { ManifestFields } from './plugin-workshop.js';

/** The manifest and the warnings of a plugin that is permitted everything; fails when it is rejected. */
export function accepted(fields: ManifestFields): {
  readonly manifest: PluginManifest;
  readonly warnings: readonly string[];
} {
  const code = { permissions: pluginPermissions, entry: 'index.mjs' };
  const verdict = validateManifest(manifestOf({ ...code, ...fields }));
  if (!verdict.ok) throw new Error(verdict.reason);
  return verdict;
}

/** What becomes of one contribution list, and what is said of it. */
export function readContribution<K extends keyof PluginContributions>(
  key: K,
  list: unknown,
): { readonly items: PluginContributions[K]; readonly warnings: readonly string[] } {
  const { manifest, warnings } = accepted({ contributes: { [key]: list } });
  return { items: manifest.contributes?.[key], warnings };
}
