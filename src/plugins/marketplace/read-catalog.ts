import { present } from '../../platform/text/foreign-fields.js';
import type { PluginCatalog } from '../../protocol/records/plugins.js';
import { marketplaceTexts } from '../../protocol/texts/marketplace.js';
import { objectOf } from '../manifest/json-values.js';
import { readCatalogEntry } from './catalog-entry.js';
import type { InstallableEntry } from './catalog-entry.js';

/** A catalogue of which every entry could be installed. */
export interface ReadableCatalog extends PluginCatalog {
  readonly plugins: readonly InstallableEntry[];
}

/**
 * The catalogue that a marketplace served, or why it is refused: one bad entry refuses the whole.
 * Pure, and never throws.
 */
export function readCatalog(document: unknown, catalogUrl: URL): ReadableCatalog | string {
  const item = objectOf(document);
  if (item === null) return marketplaceTexts.catalogNotObject;
  if (!Array.isArray(item.plugins)) return marketplaceTexts.catalogNoPlugins;
  const plugins: InstallableEntry[] = [];
  for (const [index, value] of item.plugins.entries()) {
    const entry = readCatalogEntry(value, index, catalogUrl);
    if (typeof entry === 'string') return entry;
    plugins.push(entry);
  }
  return {
    version: 1,
    name: typeof item.name === 'string' ? item.name : catalogUrl.hostname,
    ...present({ homepage: typeof item.homepage === 'string' ? item.homepage : undefined }),
    plugins,
  };
}
