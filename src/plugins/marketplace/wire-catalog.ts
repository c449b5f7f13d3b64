import type { PluginCatalog } from '../../protocol/records/plugins.js';
import { wireManifest } from '../host/wire-manifest.js';

/** The catalogue as shown to clients: without panels' addresses. */
export function wireCatalog(catalog: PluginCatalog): PluginCatalog {
  const plugins = catalog.plugins.map((entry) => ({
    ...entry,
    manifest: wireManifest(entry.manifest),
  }));
  return { ...catalog, plugins };
}
