import { RefusedError } from '../../platform/errors/office-error.js';
import { errnoOf } from '../../platform/paths/errno.js';
import type { ConfinedRoot } from '../../platform/paths/confined-root.js';
import { spelled } from '../../platform/text/spelling.js';
import { encodingNames, toolTexts } from '../../protocol/texts/tools.js';
import { readAtMost } from './read-text.js';
import { decodeText, encodeText, lacking, type TextFormat } from './text-encoding.js';

const plainFormat: TextFormat = { encoding: 'utf-8', hasBom: false };

/**
 * Larger files are usually generated, and would be held in memory several times. No tool makes one,
 * so what a tool wrote can be changed by tools.
 */
const maxBytes = 16 * 1024 * 1024;

/** The present file at a path, as read for a change. */
export interface StandingFile {
  /** Relative to the workspace. */
  readonly path: string;
  /** Null: there is no file. Undefined: it was not read. */
  readonly bytes: Buffer | null | undefined;
  /** Null: unknown. */
  readonly text: string | null;
  readonly format: TextFormat;
}

export interface EditableFile extends StandingFile {
  readonly text: string;
}

/**
 * Reads a text file to be changed in place.
 * @throws RefusedError if it is missing, a directory, too large, or binary.
 */
export async function readEditable(root: ConfinedRoot, path: string): Promise<EditableFile> {
  const bytes = await readBytes(root, path);
  if (bytes === null) throw new RefusedError(toolTexts.noFile(path));
  if (bytes === undefined) throw new RefusedError(toolTexts.tooLarge(path, maxBytes));
  const decoded = decodeText(bytes);
  if (decoded === null) throw new RefusedError(toolTexts.isBinary(path));
  return { path: await nameOf(root, path), bytes, text: decoded.text, format: decoded };
}

/** Reads what a whole new file will replace. */
export async function readReplaceable(root: ConfinedRoot, path: string): Promise<StandingFile> {
  const bytes = await readBytes(root, path).catch((error: unknown) => {
    // The write refuses directories; and a writable file may be unreadable.
    if (error instanceof RefusedError || errnoOf(error) === 'EACCES') return undefined;
    throw error;
  });
  const decoded = bytes ? decodeText(bytes) : null;
  const format = decoded ?? plainFormat;
  return { path: await nameOf(root, path), bytes, text: decoded?.text ?? null, format };
}

/**
 * Encodes a text in the file's format.
 * @throws RefusedError if the file's encoding lacks a character, or the file would be too large.
 */
export function encodedFor({ path, format }: StandingFile, text: string): Buffer {
  refuseLonger(path, text.length);
  const lacked = lacking(text, format.encoding);
  if (lacked === null) {
    const bytes = encodeText(text, format);
    refuseLonger(path, bytes.length);
    return bytes;
  }
  const encoding = encodingNames[format.encoding];
  throw new RefusedError(toolTexts.notInEncoding(path, encoding, spelled(lacked)));
}

/**
 * For a text before it is made: no encoding takes fewer bytes than the text has UTF-16 units.
 * @throws RefusedError if a file of that length would be too large.
 */
export function refuseLonger(path: string, length: number): void {
  if (length > maxBytes) throw new RefusedError(toolTexts.resultTooLarge(path, maxBytes));
}

/** Null if there is no file, undefined if it exceeds 16 MiB. */
async function readBytes(root: ConfinedRoot, path: string): Promise<Buffer | null | undefined> {
  const found = await root.find(path);
  if (found.kind === 'missing') return null;
  if (found.kind === 'directory') {
    await found.directory.close();
    throw new RefusedError(toolTexts.isDirectory(path));
  }
  await using file = found.file;
  return await readAtMost(file, found.size, maxBytes);
}

async function nameOf(root: ConfinedRoot, path: string): Promise<string> {
  return root.relative(await root.check(path));
}
