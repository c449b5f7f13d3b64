import type { SandboxMount } from './confinement.js';

/** Which places a sandbox shows; all paths are real ones. */
interface SandboxPlaces {
  /** Folders and files that are not shown. */
  readonly hidden: readonly Place[];
  /** Places below hidden ones that can be read, such as tool chains. */
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  /** Folders that are shown empty and can be written to, such as the home directory. */
  readonly empty: readonly string[];
  /** Private folders shown in place of others. */
  readonly replaced: readonly { readonly path: string; readonly source: string }[];
  /** Places in writable ones that can only be read. */
  readonly guarded: readonly string[];
  /** Folders in writable ones that can be written but not moved. */
  readonly kept: readonly string[];
  /** Files in writable ones that are shown empty. */
  readonly masked: readonly string[];
}

interface Place {
  readonly path: string;
  readonly isFolder: boolean;
}

const ranks = {
  hidden: 0,
  empty: 1,
  replaced: 2,
  readable: 3,
  writable: 4,
  kept: 5,
  guarded: 6,
  masked: 7,
} as const;

interface Ranked {
  readonly rank: number;
  readonly mount: SandboxMount;
}

/**
 * The mounts of a sandbox in their order: a folder before its content, shown places after hidden
 * ones. Mounts that change nothing, because the surrounding folder has the effect, are left out.
 */
export function sandboxMounts(places: SandboxPlaces): readonly SandboxMount[] {
  const ranked = rankedMounts(places).sort(
    (one, other) =>
      partsOf(one.mount.path).length - partsOf(other.mount.path).length ||
      one.rank - other.rank ||
      (one.mount.path < other.mount.path ? -1 : 1),
  );
  const kept: SandboxMount[] = [];
  for (const one of ranked) {
    const around = kept.findLast(({ path }) => isAtOrBelow(one.mount.path, path));
    if (isNeeded(one, around)) kept.push(one.mount);
  }
  return kept;
}

function rankedMounts(places: SandboxPlaces): Ranked[] {
  const { hidden, empty, readable, writable, replaced, guarded, kept, masked } = places;
  return [
    ...hidden.map(({ path, isFolder }) => ({
      rank: ranks.hidden,
      mount: { kind: isFolder ? ('hidden-folder' as const) : ('hidden-file' as const), path },
    })),
    ...empty.map((path) => ({ rank: ranks.empty, mount: { kind: 'memory' as const, path } })),
    ...replaced.map(({ path, source }) => ({
      rank: ranks.replaced,
      mount: { kind: 'write' as const, path, source },
    })),
    ...readable.map((path) => ({ rank: ranks.readable, mount: { kind: 'read' as const, path } })),
    ...writable.map((path) => ({ rank: ranks.writable, mount: { kind: 'write' as const, path } })),
    ...kept.map((path) => ({
      rank: ranks.kept,
      mount: { kind: 'write' as const, path, source: path },
    })),
    ...guarded.map((path) => ({ rank: ranks.guarded, mount: { kind: 'read' as const, path } })),
    ...masked.map((path) => ({
      rank: ranks.masked,
      mount: { kind: 'hidden-file' as const, path },
    })),
  ];
}

/**
 * @param around the latest mount that covers the place; undefined: the machine's read-only files
 */
function isNeeded({ rank, mount }: Ranked, around: SandboxMount | undefined): boolean {
  const isOther =
    around?.kind === 'hidden-folder' ||
    around?.kind === 'memory' ||
    (around?.source !== undefined && around.source !== around.path);
  switch (mount.kind) {
    case 'hidden-folder':
    case 'hidden-file':
      return !isOther;
    case 'memory':
      return true;
    case 'read':
      return rank === ranks.guarded ? around?.kind === 'write' : isOther;
    case 'write':
      if (rank === ranks.kept) return around?.kind === 'write' && around.path !== mount.path;
      return mount.source !== undefined || around?.kind !== 'write' || isOther;
  }
}

function isAtOrBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? folder : `${folder}/`);
}

function partsOf(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '');
}
