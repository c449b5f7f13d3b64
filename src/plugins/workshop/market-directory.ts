import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from '../../platform/paths/errno.js';
import { isInside } from '../../platform/paths/resolve-lexically.js';
import { isCatalogFile } from './list-in-catalog.js';
import type { CatalogFile } from './list-in-catalog.js';

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
