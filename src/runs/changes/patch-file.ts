import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { patchCommand, sectionStart } from './diff-commands.js';
import type { ShadowRepository } from './shadow-repository.js';

/** Patches that are kept of a workspace: the ones used last, and so many bytes of them together. */
const patchesKept = 32;
const bytesKept = 512 * 1024 * 1024;

/** No command of git takes so long: an unfinished patch of this age is one that was left behind, ms. */
const abandonedMs = 10 * 60 * 1000;

const unfinished = '.unfinished';
const readBytes = 1024 * 1024;
const mark = Buffer.from(`\n${sectionStart}`);

/** A part of a file, from a byte on and up to another. */
export interface Slice {
  readonly from: number;
  readonly to: number;
}

/**
 * The file with the patch between two trees, which git writes; made once and kept for later.
 * @throws SnapshotError
 */
export async function patchFile(
  repository: ShadowRepository,
  before: string,
  after: string,
): Promise<string> {
  const directory = path.join(repository.place.gitDirectory, 'diffs');
  const file = path.join(directory, `${before}-${after}.patch`);
  const now = new Date();
  const isThere = await utimes(file, now, now).then(
    () => true,
    () => false,
  );
  if (isThere) return file;
  await mkdir(directory, { recursive: true });
  const draft = path.join(directory, `${randomUUID()}${unfinished}`);
  try {
    await repository.run({ args: [...patchCommand, `--output=${draft}`, before, after] });
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  await removeOldest(directory, path.basename(file));
  return file;
}

/** Where each section of a patch begins, and where the last one ends; in bytes, in order. */
export async function sectionEdges(file: string): Promise<readonly number[]> {
  await using handle = await open(file);
  const edges: number[] = [];
  const buffer = Buffer.alloc(readBytes);
  // As if a line ended before the first one.
  let kept = buffer.write('\n');
  let at = -kept;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, kept, buffer.length - kept);
    const bytes = buffer.subarray(0, kept + bytesRead);
    if (bytesRead === 0) return [...edges, at + kept];
    for (let found = bytes.indexOf(mark); found !== -1; found = bytes.indexOf(mark, found + 1)) {
      edges.push(at + found + 1);
    }
    // A mark may lie across what is read at once.
    const read = Math.max(0, bytes.length - mark.length + 1);
    kept = bytes.copy(buffer, 0, read);
    at += read;
  }
}

/** The bytes of parts of a file, one after another. */
export async function* bytesOf(
  handle: FileHandle,
  slices: readonly Slice[],
): AsyncGenerator<Buffer> {
  for (const { from, to } of joined(slices)) {
    if (to === from) continue;
    const options = { start: from, end: to - 1, autoClose: false };
    yield* handle.createReadStream(options) as AsyncIterable<Buffer>;
  }
}

/** Parts that follow each other are one. */
function joined(slices: readonly Slice[]): readonly Slice[] {
  const made: Slice[] = [];
  for (const slice of slices) {
    const last = made.at(-1);
    if (last?.to === slice.from) made[made.length - 1] = { from: last.from, to: slice.to };
    else made.push(slice);
  }
  return made;
}

/** Never removes the one that was just made. A reader of one that is removed reads on. */
async function removeOldest(directory: string, made: string): Promise<void> {
  const found = await Promise.all(
    (await readdir(directory)).map(async (name) => {
      const stats = await stat(path.join(directory, name)).catch(() => null);
      return { name, usedAt: stats?.mtimeMs ?? 0, bytes: stats?.size ?? 0 };
    }),
  );
  const abandonedAt = Date.now() - abandonedMs;
  let [room, left] = [bytesKept, patchesKept];
  for (const { name, usedAt, bytes } of found.sort((a, b) => b.usedAt - a.usedAt)) {
    if (name.endsWith(unfinished) && usedAt > abandonedAt) continue;
    room -= bytes;
    left -= 1;
    const isKept = room >= 0 && left >= 0 && !name.endsWith(unfinished);
    if (isKept || name === made) continue;
    await rm(path.join(directory, name), { force: true }).catch(() => undefined);
  }
}
