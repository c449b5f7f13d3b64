import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseManifest } from '../plugins/host/read-plugin-directory.js';
import {
  listInCatalog,
  readCatalogFile,
  refuseMarketInPlugin,
} from '../plugins/workshop/list-in-catalog.js';
import { collectFiles, packFiles } from '../plugins/workshop/pack-files.js';
import { demandDirectory, provideDirectory } from './directories.js';
import { printable } from './printable.js';

const readmeCharacters = 20_000;

/**
 * Packs a plugin and lists it in the catalogue beside the bundle. @returns lines for the terminal.
 * @throws with the reason if the plugin would be rejected or cannot be packed; nothing is written
 * then
 */
export async function packPlugin(directory: string, to: string): Promise<readonly string[]> {
  await demandDirectory(directory);
  refuseMarketInPlugin(directory, to);
  const files = await collectFiles(directory);
  const { manifest, warnings } = acceptedManifest(files.get('plugin.json'));
  const bundle = await packFiles(files);
  const catalogFile = path.join(to, 'catalog.json');
  const present = await readCatalogFile(catalogFile);
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
  await provideDirectory(to);
  await writeFile(path.join(to, name), bundle);
  await writeFile(catalogFile, `${JSON.stringify(catalog, null, 2)}\n`);
  return [
    ...warnings.map((warning) => printable(`warning: ${warning}`)),
    `${path.join(to, name)}: ${files.size} file(s), ${bundle.length} bytes, sha256 ${sha256}`,
    `${catalogFile}: ${catalog.plugins.length} plugin(s)`,
  ];
}

function acceptedManifest(text: Buffer | undefined) {
  if (text === undefined) throw new Error('There is no plugin.json in the directory.');
  const verdict = parseManifest(text.toString('utf8'));
  if (!verdict.ok) throw new Error(verdict.reason);
  return verdict;
}
