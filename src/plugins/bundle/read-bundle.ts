import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import type { Extract } from 'tar-stream';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeError, RefusedError } from '../../platform/errors/office-error.js';
import { bundleTexts } from '../../protocol/texts/marketplace.js';
import { addFile, refuseFilesUnderFiles } from './bundle-files.js';
import type { BundleFiles } from './bundle-files.js';
import { entryPath } from './entry-path.js';
import { TarInspector } from './tar-inspector.js';

type ArchiveEntry = Extract extends AsyncIterable<infer Entry> ? Entry : never;

/**
 * Reads a gzipped tar archive by the rules for bundles (docs/plugins.md, Marketplaces). Writes
 * nothing to disk and inflates no more than a bundle may contain.
 *
 * @throws RefusedError with the exact reason.
 */
export async function readBundle(bundle: Buffer): Promise<BundleFiles> {
  const tar = await inflate(bundle);
  const files = new Map<string, Buffer>();
  try {
    const archive = extract();
    archive.end(tar);
    for await (const entry of archive) await take(entry, files);
  } catch (error) {
    if (error instanceof OfficeError) throw error;
    throw new RefusedError(bundleTexts.notTar(messageOf(error)), { cause: error });
  }
  if (files.size === 0) throw new RefusedError(bundleTexts.empty);
  refuseFilesUnderFiles(files);
  return files;
}

async function inflate(bundle: Buffer): Promise<Buffer> {
  const inspector = new TarInspector();
  const gunzip = createGunzip();
  const chunks: Buffer[] = [];
  try {
    gunzip.end(bundle);
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      inspector.push(chunk);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof OfficeError) throw error;
    throw new RefusedError(bundleTexts.notGzip(messageOf(error)), { cause: error });
  }
  inspector.end();
  return Buffer.concat(chunks);
}

/**
 * Directories are made for their files, so empty ones are dropped. Their body is skipped, because
 * the library would wait for the size that the header claims.
 */
async function take(entry: ArchiveEntry, files: Map<string, Buffer>): Promise<void> {
  const { name, type } = entry.header;
  const path = entryPath(name);
  if (type === 'directory') return;
  const chunks = await Array.fromAsync(entry as AsyncIterable<Buffer>);
  if (name.endsWith('/')) return;
  if (path === '') throw new RefusedError(bundleTexts.emptyPath);
  addFile(files, path, Buffer.concat(chunks));
}
