import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PluginManifest } from '../protocol/records/plugins.js';
import { collectFiles } from '../plugins/workshop/collect-files.js';
import { listInCatalog } from '../plugins/workshop/list-in-catalog.js';
import { packFiles } from '../plugins/workshop/pack-files.js';
import { parseManifest } from '../plugins/host/read-plugin-directory.js';

const readmeCharacters = 20_000;

/**
 * Packs a plugin and lists it in the catalogue beside the bundle. @returns lines for the terminal.
 * @throws with the reason when the plugin would be rejected, or cannot be packed
 */
export async function packPlugin(directory: string, to: string): Promise<readonly string[]> {
  const files = await collectFiles(directory);
  const manifest = acceptedManifest(files.get('plugin.json'));
  const bundle = await packFiles(files);
  const name = `${manifest.id}-${manifest.version}.tar.gz`;
  const sha256 = createHash('sha256').update(bundle).digest('hex');
  await mkdir(to, { recursive: true });
  await writeFile(path.join(to, name), bundle);
  const readme = files.get('README.md')?.toString('utf8').slice(0, readmeCharacters);
  const catalog = listInCatalog(await readCatalogFile(to), {
    manifest,
    downloadUrl: name,
    sha256,
    sizeBytes: bundle.length,
    ...(readme !== undefined && { readme }),
  });
  await writeFile(catalogFile(to), `${JSON.stringify(catalog, null, 2)}\n`);
  return [
    `${path.join(to, name)}: ${files.size} file(s), ${bundle.length} bytes, sha256 ${sha256}`,
    `${catalogFile(to)}: ${catalog.plugins.length} plugin(s)`,
  ];
}

function acceptedManifest(text: Buffer | undefined): PluginManifest {
  if (text === undefined) throw new Error('There is no plugin.json in the directory.');
  const verdict = parseManifest(text.toString('utf8'));
  if (!verdict.ok) throw new Error(verdict.reason);
  return verdict.manifest;
}

/** What stands there already; a file that is no JSON is not overwritten. */
async function readCatalogFile(to: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(catalogFile(to), 'utf8')) as unknown;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Error(`${catalogFile(to)} cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function catalogFile(to: string): string {
  return path.join(to, 'catalog.json');
}
