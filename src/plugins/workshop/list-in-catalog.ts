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

/** A catalogue as it stands in a file; what else its owner wrote into it is kept. */
export interface CatalogFile {
  readonly version?: unknown;
  readonly plugins: readonly unknown[];
}

/** Whether a document can be added to without losing anything that stands in it. */
export function isCatalogFile(document: unknown): document is CatalogFile {
  return Array.isArray(objectOf(document)?.plugins);
}

/** The catalogue with the bundle in it, in place of any other version of the same plugin. */
export function listInCatalog(catalog: CatalogFile | null, bundle: ListedBundle): CatalogFile {
  const listed = catalog?.plugins ?? [];
  const others = listed.filter((entry) => idOf(entry) !== bundle.manifest.id);
  return { ...catalog, version: 1, plugins: [...others, bundle] };
}

function idOf(entry: unknown): unknown {
  return objectOf(objectOf(entry)?.manifest)?.id;
}
