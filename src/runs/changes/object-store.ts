import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';

/** Level 1, because most objects are rarely read. */
const compression = { level: 1 };

/** Git's id of a content. */
export function blobId(content: Buffer): string {
  return idOf('blob', content);
}

/** Writes loose objects of a git repository without starting git. */
export class ObjectStore {
  constructor(private readonly gitDirectory: string) {}

  /** @returns the object's id */
  writeBlob(content: Buffer): string {
    return this.write('blob', content);
  }

  /** @returns the object's id */
  writeTree(content: Buffer): string {
    return this.write('tree', content);
  }

  private write(type: 'blob' | 'tree', content: Buffer): string {
    const id = idOf(type, content);
    const directory = `${this.gitDirectory}/objects/${id.slice(0, 2)}`;
    const file = `${directory}/${id.slice(2)}`;
    if (existsSync(file)) return id;
    mkdirSync(directory, { recursive: true });
    // Written under another name and renamed, so that no partial object is visible.
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

/** A file or link of a tree. */
export interface TreeFile {
  /** Git's mode: 100644, 100755 or 120000. */
  readonly mode: string;
  readonly id: string;
}

interface Folder {
  readonly files: Map<string, TreeFile>;
  readonly folders: Map<string, Folder>;
  /** Id of its object; null: it has changed since that was written. */
  id: string | null;
}

/** A git tree that is changed by path; only changed parts are written. */
export class GrowingTree {
  private readonly root = emptyFolder();

  constructor(private readonly store: ObjectStore) {}

  /** A file may replace a directory, and the reverse, after that was removed. */
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

  /** Also removes directories that become empty. */
  remove(path: string): void {
    removeFrom(this.root, path.split('/'));
  }

  /** Id of the present tree. */
  write(): string {
    return this.writeFolder(this.root);
  }

  private writeFolder(folder: Folder): string {
    folder.id ??= this.store.writeTree(this.contentOf(folder));
    return folder.id;
  }

  /** Sorted as in git: a directory's name counts with a trailing slash. */
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
