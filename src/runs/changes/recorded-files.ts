import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { z } from 'zod';
import { parsedOrUndefined } from '../../platform/text/foreign-json.js';
import { blobId, GrowingTree, ObjectStore, type TreeFile } from './object-store.js';
import type { ScannedEntry } from './scan.js';
import { maxFileBytes } from './tree.js';

/** A file changed within this time before its scan may change again unnoticed, ms. */
const tickMs = 20;

/**
 * Path, mode, id of the content, and the mark when it was read; null: it may have changed since.
 */
const stored = z.array(z.tuple([z.string(), z.string(), z.string(), z.string().nullable()]));

interface RecordedFile extends TreeFile {
  readonly mark: string | null;
}

/**
 * Files and links of a workspace's latest state. Rereads only files with a changed mark; kept
 * across processes.
 */
export class RecordedFiles {
  private readonly store: ObjectStore;
  private readonly tree: GrowingTree;
  private readonly files = new Map<string, RecordedFile>();
  /** Files that may have changed again without a new mark. */
  private readonly recent = new Set<string>();

  constructor(
    private readonly gitDirectory: string,
    private readonly workspace: string,
  ) {
    this.store = new ObjectStore(gitDirectory);
    this.tree = new GrowingTree(this.store);
    for (const [name, mode, id, mark] of readStored(gitDirectory))
      this.put(name, { mode, id, mark });
  }

  has(name: string): boolean {
    return this.files.has(name);
  }

  /** True if it was read with this mark, or this process has not looked at it yet. */
  isKnown(name: string, { mark }: ScannedEntry): boolean {
    const known = this.files.get(name);
    return known !== undefined && (known.mark === null || known.mark === mark);
  }

  /** True if the stored content is the present one. */
  isStored(name: string, { mark }: ScannedEntry): boolean {
    return this.files.get(name)?.mark === mark;
  }

  names(): IterableIterator<string> {
    return this.files.keys();
  }

  /** Stores the present entry of a path, if it is still readable. */
  record(name: string, entry: ScannedEntry, now: number): void {
    const content = this.contentOf(name, entry);
    if (content === null) return this.remove(name);
    if (isRecent(entry, now)) this.recent.add(name);
    const id = this.store.writeBlob(content);
    this.put(name, { mode: modeOf(entry), id, mark: entry.mark });
  }

  remove(name: string): void {
    if (this.files.delete(name)) this.tree.remove(name);
    this.recent.delete(name);
  }

  /** Id of the tree of all files. */
  write(): string {
    return this.tree.write();
  }

  /** Files whose content changed although their mark did not. */
  touchedUnseen(entries: ReadonlyMap<string, ScannedEntry>, now: number): ReadonlySet<string> {
    const touched = new Set<string>();
    for (const name of this.recent) {
      const entry = entries.get(name);
      const content = entry === undefined ? null : this.contentOf(name, entry);
      if (content === null || blobId(content) !== this.files.get(name)?.id) touched.add(name);
      if (entry === undefined || !isRecent(entry, now)) this.recent.delete(name);
    }
    return touched;
  }

  /** Saves the list for the next process. */
  save(): void {
    const lines = [...this.files].map(([name, { mode, id, mark }]) => [
      name,
      mode,
      id,
      this.recent.has(name) ? null : mark,
    ]);
    writeFileSync(storedIn(this.gitDirectory), JSON.stringify(lines));
  }

  private put(name: string, file: RecordedFile): void {
    this.files.set(name, file);
    this.tree.set(name, file);
  }

  private contentOf(name: string, { kind }: ScannedEntry): Buffer | null {
    const file = `${this.workspace}/${name}`;
    try {
      return kind === 'link' ? readlinkSync(file, 'buffer') : readWhole(file);
    } catch {
      return null;
    }
  }
}

/** Git's id of a file's content; null if it is unreadable. */
export function idOfFile(file: string): string | null {
  try {
    const content = readWhole(file);
    return content === null ? null : blobId(content);
  } catch {
    return null;
  }
}

/** Null if it is not a file any more, or has grown beyond the limit. */
function readWhole(file: string): Buffer | null {
  const descriptor = openSync(
    file,
    constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
  );
  try {
    const stats = fstatSync(descriptor);
    return stats.isFile() && stats.size <= maxFileBytes ? readFileSync(descriptor) : null;
  } finally {
    closeSync(descriptor);
  }
}

function modeOf({ kind, mode }: ScannedEntry): string {
  if (kind === 'link') return '120000';
  return (mode & 0o100) === 0 ? '100644' : '100755';
}

/** True if it may change again within the same kernel clock tick. */
function isRecent({ mtimeMs, ctimeMs }: ScannedEntry, now: number): boolean {
  return Math.max(mtimeMs, ctimeMs) > now - tickMs;
}

function storedIn(gitDirectory: string): string {
  return `${gitDirectory}/latest.json`;
}

/** Only files whose content is stored; empty if there is no list. */
function readStored(gitDirectory: string): z.infer<typeof stored> {
  const file = storedIn(gitDirectory);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const { data = [] } = stored.safeParse(parsedOrUndefined(text));
  return data.filter(([, , id]) =>
    existsSync(`${gitDirectory}/objects/${id.slice(0, 2)}/${id.slice(2)}`),
  );
}
