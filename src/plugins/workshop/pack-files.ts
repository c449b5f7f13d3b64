import { lstat, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { RefusedError } from '../../platform/errors/office-error.js';
import { bundleTexts } from '../../protocol/texts/marketplace.js';
import type { BundleFiles } from '../bundle/bundle-files.js';
import { readBundle } from '../bundle/read-bundle.js';
import { pluginLimits } from '../plugin-limits.js';

const nameBytes = 100;
const prefixBytes = 155;
const ascii = /^[\x20-\x7e]+$/;

/**
 * Makes a marketplace's bundle. Deterministic for a version of Node, so a hash can be verified by
 * packing again; and the office can unpack it.
 *
 * @throws RefusedError if the files break a rule for bundles.
 */
export async function packFiles(files: BundleFiles): Promise<Buffer> {
  for (const name of files.keys()) {
    if (!fitsUstar(name)) throw new RefusedError(bundleTexts.unpackable(name));
  }
  const bundle = gzipSync(await archive(files), { level: 9 });
  await readBundle(bundle);
  return bundle;
}

async function archive(files: BundleFiles): Promise<Buffer> {
  const packing = pack();
  for (const [name, content] of files) {
    packing.entry({ name, size: content.length, mode: 0o644, mtime: new Date(0) }, content);
  }
  packing.finalize();
  return Buffer.concat(await Array.fromAsync(packing as AsyncIterable<Buffer>));
}

/**
 * True if the name fits its two fields; longer ones need an extension that bundles must not have.
 */
function fitsUstar(name: string): boolean {
  if (!ascii.test(name)) return false;
  if (name.length <= nameBytes) return true;
  return [...name.matchAll(/\//g)].some(
    ({ index }) => index <= prefixBytes && name.length - index - 1 <= nameBytes,
  );
}

/**
 * A plugin directory's files by path, in a fixed order, without names with a leading dot. Reads no
 * more than a bundle may contain.
 *
 * @throws RefusedError for links and for too much content.
 */
export async function collectFiles(directory: string): Promise<BundleFiles> {
  const files = new Map<string, Buffer>();
  let left: number = pluginLimits.bundleBytes;
  for await (const relative of fileNames(directory)) {
    const file = path.join(directory, relative);
    left -= (await lstat(file)).size;
    if (left < 0) throw new RefusedError(bundleTexts.tooLarge);
    if (files.size === pluginLimits.bundleFiles) throw new RefusedError(bundleTexts.tooManyFiles);
    files.set(relative, await readFile(file));
  }
  return files;
}

async function* fileNames(root: string, within = ''): AsyncIterable<string> {
  const entries = await readdir(path.join(root, within), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.')) continue;
    const relative = within === '' ? entry.name : `${within}/${entry.name}`;
    if (entry.isSymbolicLink()) throw new RefusedError(bundleTexts.link(relative));
    if (entry.isDirectory()) yield* fileNames(root, relative);
    else if (entry.isFile()) yield relative;
  }
}
