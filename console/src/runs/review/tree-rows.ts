import type { ShownFile } from '../shown-files.js';

/** A folder or a file in the tree of a change. */
export interface TreeRow {
  /** Of a folder with `/` at its end. */
  readonly path: string;
  /** The last part; of a folder that holds nothing but another one, several parts. */
  readonly name: string;
  readonly depth: number;
  /** Null: a folder. */
  readonly file: ShownFile | null;
}

/** Files, sorted by path, below their folders. */
export function treeRows(files: readonly ShownFile[]): readonly TreeRow[] {
  return rowsIn(
    files.map((file) => ({ file, parts: file.path.split('/') })),
    0,
    0,
  );
}

interface Parted {
  readonly file: ShownFile;
  readonly parts: readonly string[];
}

function rowsIn(files: readonly Parted[], at: number, depth: number): readonly TreeRow[] {
  const folders = Map.groupBy(
    files.filter(({ parts }) => parts.length > at + 1),
    ({ parts }) => parts[at] ?? '',
  );
  const inFolders = [...folders].flatMap(([name, own]) => folderRows(name, own, at, depth));
  const here = files
    .filter(({ parts }) => parts.length === at + 1)
    .map(({ file, parts }): TreeRow => {
      return { path: file.path, name: parts[at] ?? file.path, depth, file };
    });
  return [...inFolders, ...here];
}

function folderRows(
  name: string,
  files: readonly Parted[],
  at: number,
  depth: number,
): readonly TreeRow[] {
  const [{ parts = [] } = {}] = files;
  const next = parts[at + 1];
  const goesOn = files.every((each) => each.parts.length > at + 2 && each.parts[at + 1] === next);
  if (goesOn) return folderRows(`${name}/${next ?? ''}`, files, at + 1, depth);
  const path = `${parts.slice(0, at + 1).join('/')}/`;
  return [{ path, name, depth, file: null }, ...rowsIn(files, at + 1, depth + 1)];
}
