import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from '../../platform/paths/errno.js';
import { isInside } from '../../platform/paths/resolve-lexically.js';
import type { PluginManifest } from '../../protocol/records/plugins.js';
import { objectOf } from '../manifest/json-values.js';

interface ListedBundle {
  readonly manifest: PluginManifest;
  /** Relative to the catalogue. */
  readonly downloadUrl: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly readme?: string;
}

/** A catalogue in a file; further fields of its owner are kept. */
interface CatalogFile {
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

/** @throws Error if the packed files would become part of the plugin. */
export function refuseMarketInPlugin(plugin: string, market: string): void {
  if (!isInside(path.resolve(plugin), path.resolve(market))) return;
  throw new Error(
    `${market} lies in the plugin itself, so the next bundle would hold this one. Name another directory with --to.`,
  );
}

/**
 * The catalogue in a file, or null if there is none.
 * @throws Error for another kind of file, which is left unchanged
 */
export async function readCatalogFile(file: string): Promise<CatalogFile | null> {
  const document = await readJson(file);
  if (document === undefined) return null;
  if (isCatalogFile(document)) return document;
  throw new Error(`${file} is no catalogue; it was left alone.`);
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as unknown;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
