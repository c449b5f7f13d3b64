import path from 'node:path';
import { createGunzip } from 'node:zlib';
import { extract, type Extract } from 'tar-stream';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeError, RefusedError } from '../../platform/errors/office-error.js';
import { resolveLexically } from '../../platform/paths/resolve-lexically.js';
import { withoutEnd } from '../../platform/text/without-end.js';
import { bundleTexts } from '../../protocol/texts/marketplace.js';
import { pluginLimits } from '../plugin-limits.js';
import type { BundleFiles } from './bundle-files.js';

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

const partBytes = 255;
const control = /\p{Cc}/u;

/**
 * Converts an archive entry's name into a path below the plugin's directory, with `/` as separator
 * and no trailing slash; empty for the directory itself.
 *
 * @throws RefusedError
 */
export function entryPath(name: string): string {
  const slashed = name.replaceAll('\\', '/');
  if (slashed.trim() === '') throw new RefusedError(bundleTexts.emptyPath);
  if (slashed.startsWith('/') || /^[a-z]:/i.test(slashed)) {
    throw new RefusedError(bundleTexts.absolute(name));
  }
  const parts = path.posix
    .normalize(slashed)
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) throw new RefusedError(bundleTexts.escapes(name));
  if (parts.length > pluginLimits.bundleDepth) {
    throw new RefusedError(bundleTexts.tooDeep(name, pluginLimits.bundleDepth));
  }
  if (!parts.every((part) => isStorable(part))) throw new RefusedError(bundleTexts.unusable(name));
  return parts.join('/');
}

/**
 * True if every file system accepts the name literally: no device, no stream, not too long, and no
 * ending that Windows drops, which would turn `.. ` into a parent directory.
 */
function isStorable(part: string): boolean {
  if (control.test(part) || /[. ]$/.test(part)) return false;
  if (Buffer.byteLength(part) > partBytes) return false;
  try {
    resolveLexically('/', part, path.posix);
    return true;
  } catch {
    return false;
  }
}

const blockBytes = 512;

/** Allowance for headers, padding and the end of the archive. */
const overheadBytes = 4 * 1024 * 1024;

interface Entry {
  readonly name: string;
  readonly isFile: boolean;
  /** Bytes of the body. */
  readonly size: number;
}

/**
 * Inspects a tar stream while it is inflated and enforces the rules for bundles: types, sizes,
 * totals. The library that reads the archive afterwards would interpret the refused forms.
 *
 * @throws RefusedError from `push` and `end`.
 */
export class TarInspector {
  private header: Buffer = Buffer.alloc(0);
  private current: Entry | null = null;
  /** Bytes remaining of the current entry, including padding. */
  private remaining = 0;
  private files = 0;
  private fileBytes = 0;
  private totalBytes = 0;

  push(chunk: Buffer): void {
    this.totalBytes += chunk.length;
    if (this.totalBytes > pluginLimits.bundleBytes + overheadBytes) throw tooLarge();
    for (let rest = chunk; rest.length > 0;) {
      const taken = this.remaining > 0 ? this.skipBody(rest) : this.takeHeader(rest);
      rest = rest.subarray(taken);
    }
  }

  end(): void {
    if (this.remaining > 0) throw new RefusedError(bundleTexts.truncated(this.current?.name ?? ''));
    if (this.header.length > 0) throw new RefusedError(bundleTexts.truncated(nameIn(this.header)));
  }

  private skipBody(rest: Buffer): number {
    const taken = Math.min(this.remaining, rest.length);
    this.remaining -= taken;
    return taken;
  }

  private takeHeader(rest: Buffer): number {
    const taken = Math.min(blockBytes - this.header.length, rest.length);
    this.header = Buffer.concat([this.header, rest.subarray(0, taken)]);
    if (this.header.length === blockBytes) {
      this.inspect(this.header);
      this.header = Buffer.alloc(0);
    }
    return taken;
  }

  private inspect(header: Buffer): void {
    if (header.every((byte) => byte === 0)) return;
    const entry = readHeader(header);
    this.current = entry;
    this.remaining = Math.ceil(entry.size / blockBytes) * blockBytes;
    if (!entry.isFile) return;
    this.files += 1;
    this.fileBytes += entry.size;
    if (this.files > pluginLimits.bundleFiles) throw new RefusedError(bundleTexts.tooManyFiles);
    if (this.fileBytes > pluginLimits.bundleBytes) throw tooLarge();
  }
}

function tooLarge(): RefusedError {
  return new RefusedError(bundleTexts.tooLarge);
}

/** Parses a header and checks its type and size. */
function readHeader(header: Buffer): Entry {
  const name = nameIn(header);
  const type = header.toString('latin1', 156, 157);
  if (type === 'L' || type === 'K') throw new RefusedError(bundleTexts.longNames);
  if (type === '1' || type === '2') throw new RefusedError(bundleTexts.link(name));
  if (!['\0', '0', '5'].includes(type)) throw new RefusedError(bundleTexts.unsupported(name, type));
  const size = sizeIn(header);
  // A directory has no body, whatever its header claims.
  return type === '5' ? { name, isFile: false, size: 0 } : { name, isFile: true, size };
}

function sizeIn(header: Buffer): number {
  if (((header[124] ?? 0) & 0x80) !== 0) throw new RefusedError(bundleTexts.base256);
  const text = withoutEnd(header.toString('latin1', 124, 136), '\0 ');
  if (!/^ *[0-7]+$/.test(text)) throw new RefusedError(bundleTexts.badSize(text));
  return parseInt(text, 8);
}

/** The name with its prefix, for a message. */
function nameIn(header: Buffer): string {
  const isUstar = header.toString('latin1', 257, 263) === 'ustar\0';
  const prefix = isUstar ? fieldText(header, 345, 500) : '';
  const name = fieldText(header, 0, 100);
  return prefix === '' ? name : `${prefix}/${name}`;
}

function fieldText(header: Buffer, start: number, end: number): string {
  const field = header.subarray(start, end);
  const stop = field.indexOf(0);
  return field.toString('utf8', 0, stop === -1 ? field.length : stop);
}

/**
 * Adds a file unless another entry conflicts with it.
 * @throws RefusedError
 */
function addFile(files: Map<string, Buffer>, path: string, content: Buffer): void {
  if (files.has(path)) throw new RefusedError(bundleTexts.twice(path));
  files.set(path, content);
}

/** @throws RefusedError if a file would also have to be a directory. */
function refuseFilesUnderFiles(files: BundleFiles): void {
  for (const path of files.keys()) {
    const parts = path.split('/');
    for (let length = 1; length < parts.length; length += 1) {
      const above = parts.slice(0, length).join('/');
      if (files.has(above)) throw new RefusedError(bundleTexts.inTheWay(above));
    }
  }
}
