import type { PluginManifest } from '../../protocol/records/plugins.js';
import { objectOf } from '../manifest/json-values.js';

export interface ListedBundle {
  readonly manifest: PluginManifest;
  /** Relative to the catalogue. */
  readonly downloadUrl: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly readme?: string;
}

/** A catalogue as it stands in a file. */
export interface CatalogFile {
  readonly version: 1;
  readonly plugins: readonly unknown[];
}

/**
 * The catalogue with the bundle in it, in place of any other version of the same plugin. What else
 * stands in the document is kept; what is no catalogue begins a new one.
 */
export function listInCatalog(document: unknown, bundle: ListedBundle): CatalogFile {
  const catalog = objectOf(document) ?? {};
  const listed: readonly unknown[] = Array.isArray(catalog.plugins) ? catalog.plugins : [];
  const others = listed.filter((entry) => idOf(entry) !== bundle.manifest.id);
  return { ...catalog, version: 1, plugins: [...others, bundle] };
}

function idOf(entry: unknown): unknown {
  return objectOf(objectOf(entry)?.manifest)?.id;
}
