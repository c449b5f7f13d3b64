import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';

/** Level 1: most objects are read never or once. */
const compression = { level: 1 };

/** The name that git gives to a content. */
export function blobId(content: Buffer): string {
  return idOf('blob', content);
}

/** Objects of a git repository, written one file each, without starting git. */
export class ObjectStore {
  constructor(private readonly gitDirectory: string) {}

  /** @returns its name */
  writeBlob(content: Buffer): string {
    return this.write('blob', content);
  }

  /** @returns its name */
  writeTree(content: Buffer): string {
    return this.write('tree', content);
  }

  private write(type: 'blob' | 'tree', content: Buffer): string {
    const id = idOf(type, content);
    const directory = `${this.gitDirectory}/objects/${id.slice(0, 2)}`;
    const file = `${directory}/${id.slice(2)}`;
    if (existsSync(file)) return id;
    mkdirSync(directory, { recursive: true });
    // Nobody ever sees a part of it.
    const draft = `${directory}/tmp_obj_${randomBytes(8).toString('hex')}`;
    writeFileSync(draft, deflateSync(Buffer.concat([header(type, content), content]), compression));
    renameSync(draft, file);
    return id;
  }
}

function idOf(type: 'blob' | 'tree', content: Buffer): string {
  return createHash('sha1').update(header(type, content)).update(content).digest('hex');
}

function header(type: string, content: Buffer): Buffer {
  return Buffer.from(`${type} ${content.length}\0`);
}

/** A file or link in a tree. */
export interface TreeFile {
  /** As git writes it: 100644, 100755 or 120000. */
  readonly mode: string;
  readonly id: string;
}

interface Folder {
  readonly files: Map<string, TreeFile>;
  readonly folders: Map<string, Folder>;
  /** Its name as an object; null: it changed since. */
  id: string | null;
}

/** A git tree that is changed path by path; only what changed is written anew. */
export class GrowingTree {
  private readonly root = emptyFolder();

  constructor(private readonly store: ObjectStore) {}

  /** A file takes the place of a directory, and the other way round, once that one is removed. */
  set(path: string, file: TreeFile): void {
    const parts = path.split('/');
    const name = parts.pop() ?? '';
    let folder = this.root;
    folder.id = null;
    for (const part of parts) {
      const next = folder.folders.get(part) ?? emptyFolder();
      folder.folders.set(part, next);
      next.id = null;
      folder = next;
    }
    folder.files.set(name, file);
  }

  /** Directories that hold nothing any more go with it. */
  remove(path: string): void {
    removeFrom(this.root, path.split('/'));
  }

  /** The name of the tree as it is now. */
  write(): string {
    return this.writeFolder(this.root);
  }

  private writeFolder(folder: Folder): string {
    folder.id ??= this.store.writeTree(this.contentOf(folder));
    return folder.id;
  }

  /** Sorted as git does: a directory as if a slash ended its name. */
  private contentOf({ files, folders }: Folder): Buffer {
    const lines = [...files].map(([name, { mode, id }]) => ({ key: name, name, mode, id }));
    for (const [name, folder] of folders) {
      lines.push({ key: `${name}/`, name, mode: '40000', id: this.writeFolder(folder) });
    }
    return Buffer.concat(
      lines
        .map((line) => ({ ...line, key: Buffer.from(line.key) }))
        .sort((one, other) => Buffer.compare(one.key, other.key))
        .flatMap(({ mode, name, id }) => [
          Buffer.from(`${mode} ${name}\0`),
          Buffer.from(id, 'hex'),
        ]),
    );
  }
}

function emptyFolder(): Folder {
  return { files: new Map(), folders: new Map(), id: null };
}

function removeFrom(folder: Folder, [name = '', ...below]: readonly string[]): void {
  folder.id = null;
  if (below.length === 0) {
    folder.files.delete(name);
    return;
  }
  const next = folder.folders.get(name);
  if (next === undefined) return;
  removeFrom(next, below);
  if (next.files.size + next.folders.size === 0) folder.folders.delete(name);
}
