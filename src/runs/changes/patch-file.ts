import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { patchCommand, sectionStart } from './diff-commands.js';
import type { ShadowRepository } from './shadow-repository.js';

/** Patches kept per workspace, the most recently used, and their total bytes. */
const patchesKept = 32;
const bytesKept = 512 * 1024 * 1024;

/** Longer than any git command, ms; an unfinished patch of this age was abandoned. */
const abandonedMs = 10 * 60 * 1000;

const unfinished = '.unfinished';
const readBytes = 1024 * 1024;
const mark = Buffer.from(`\n${sectionStart}`);

/** A byte range of a file; the end is exclusive. */
export interface Slice {
  readonly from: number;
  readonly to: number;
}

/**
 * The file with the patch between two trees, made by git once and kept.
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

/** Byte offsets of the sections of a patch, and of its end, in order. */
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
    // A mark may cross the border of two reads.
    const read = Math.max(0, bytes.length - mark.length + 1);
    kept = bytes.copy(buffer, 0, read);
    at += read;
  }
}

/** The bytes of file ranges, one after another. */
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

/** Merges adjacent ranges. */
function joined(slices: readonly Slice[]): readonly Slice[] {
  const made: Slice[] = [];
  for (const slice of slices) {
    const last = made.at(-1);
    if (last?.to === slice.from) made[made.length - 1] = { from: last.from, to: slice.to };
    else made.push(slice);
  }
  return made;
}

/** Never removes the patch just made. Readers of a removed one continue. */
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
