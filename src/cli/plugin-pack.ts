import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from '../platform/paths/errno.js';
import { isInside } from '../platform/paths/resolve-lexically.js';
import { parseManifest } from '../plugins/host/read-plugin-directory.js';
import { collectFiles } from '../plugins/workshop/collect-files.js';
import { isCatalogFile, listInCatalog } from '../plugins/workshop/list-in-catalog.js';
import type { CatalogFile } from '../plugins/workshop/list-in-catalog.js';
import { packFiles } from '../plugins/workshop/pack-files.js';
import { demandDirectory, makeDirectory } from './directories.js';
import { printable } from './printable.js';

const readmeCharacters = 20_000;

/**
 * Packs a plugin and lists it in the catalogue beside the bundle. @returns lines for the terminal.
 * @throws with the reason when the plugin would be rejected, or cannot be packed; then nothing was
 * written
 */
export async function packPlugin(directory: string, to: string): Promise<readonly string[]> {
  await demandDirectory(directory);
  refuseToPackIntoItself(directory, to);
  const files = await collectFiles(directory);
  const { manifest, warnings } = acceptedManifest(files.get('plugin.json'));
  const bundle = await packFiles(files);
  const present = await readCatalogFile(to);
  const name = `${manifest.id}-${manifest.version}.tar.gz`;
  const sha256 = createHash('sha256').update(bundle).digest('hex');
  const readme = files.get('README.md')?.toString('utf8').slice(0, readmeCharacters);
  const catalog = listInCatalog(present, {
    manifest,
    downloadUrl: name,
    sha256,
    sizeBytes: bundle.length,
    ...(readme !== undefined && { readme }),
  });
  await makeDirectory(to);
  await writeFile(path.join(to, name), bundle);
  await writeFile(catalogFile(to), `${JSON.stringify(catalog, null, 2)}\n`);
  return [
    ...warnings.map((warning) => printable(`warning: ${warning}`)),
    `${path.join(to, name)}: ${files.size} file(s), ${bundle.length} bytes, sha256 ${sha256}`,
    `${catalogFile(to)}: ${catalog.plugins.length} plugin(s)`,
  ];
}

function refuseToPackIntoItself(directory: string, to: string): void {
  if (!isInside(path.resolve(directory), path.resolve(to))) return;
  throw new Error(
    `${to} lies in the plugin itself, so the next bundle would hold this one. Name another directory with --to.`,
  );
}

function acceptedManifest(text: Buffer | undefined) {
  if (text === undefined) throw new Error('There is no plugin.json in the directory.');
  const verdict = parseManifest(text.toString('utf8'));
  if (!verdict.ok) throw new Error(verdict.reason);
  return verdict;
}

/** The catalogue that stands there already, or null; a file that is none is left alone. */
async function readCatalogFile(to: string): Promise<CatalogFile | null> {
  const document = await readJson(catalogFile(to));
  if (document === undefined) return null;
  if (isCatalogFile(document)) return document;
  throw new Error(`${catalogFile(to)} is no catalogue; it was left alone.`);
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as unknown;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

function catalogFile(to: string): string {
  return path.join(to, 'catalog.json');
}
