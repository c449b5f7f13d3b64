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

/** A catalogue file; its owner's additional fields are kept. */
export interface CatalogFile {
  readonly version?: unknown;
  readonly plugins: readonly unknown[];
}

/** True if a document can be extended without loss. */
export function isCatalogFile(document: unknown): document is CatalogFile {
  return Array.isArray(objectOf(document)?.plugins);
}

/** The catalogue with the bundle, replacing any other version of the plugin. */
export function listInCatalog(catalog: CatalogFile | null, bundle: ListedBundle): CatalogFile {
  const listed = catalog?.plugins ?? [];
  const others = listed.filter((entry) => idOf(entry) !== bundle.manifest.id);
  return { ...catalog, version: 1, plugins: [...others, bundle] };
}

function idOf(entry: unknown): unknown {
  return objectOf(objectOf(entry)?.manifest)?.id;
}
