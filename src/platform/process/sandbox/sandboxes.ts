import { lstat, mkdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { SandboxMode } from '#protocol/records/enums.js';
import type { SandboxBounds } from '#protocol/records/organisation.js';
import { sandboxObstacles, sandboxTexts } from '#protocol/texts/sandbox.js';
import { OfficeConfig } from '#platform/config/office-config.js';
import { RefusedError } from '#platform/errors/office-error.js';
import { isInside } from '#platform/paths/resolve-lexically.js';
import { ChildEnvironments } from '../child-environments.js';
import { boundsOf } from '#protocol/rules/sandbox-bounds.js';
import { type Confinement, type Sandbox, type SandboxNetwork, unconfined } from './confinement.js';
import { sweepStandIns } from './guarded-folders.js';
import { homeFolders, privatePlaces } from './private-places.js';
import { sandboxMounts } from './sandbox-mounts.js';
import { probeSandbox, type SandboxProgram } from './sandbox-probe.js';
import { toolFolders } from './tool-folders.js';

/** Folders of a workspace whose files programs of people run or obey; they cannot be written. */
const guardedNames = ['.git', '.husky'] as const;

/** A larger `.git` file names no directory. */
const maxPointerBytes = 4096;

/** The requirements of a sandbox. */
export interface SandboxPlace {
  /** The workspace, which can be written; null: there is none. */
  readonly workspace: string | null;
  /** Names the package caches, which only this floor or server uses. */
  readonly owner: string;
  /** The run's folder for temporary files; null: /tmp is in memory. */
  readonly scratch: string | null;
  /** Further folders that can be written. */
  readonly folders?: readonly string[];
  /** Further folders that can be read where they would be hidden. */
  readonly readable?: readonly string[];
  readonly bounds: SandboxBounds;
  readonly network?: SandboxNetwork;
  /** Files of the workspace that are shown empty, relative to it. */
  readonly masked?: readonly string[];
  /** Folders of the workspace that can only be read, relative to it. */
  readonly readOnly?: readonly string[];
  /** Every `.git` below the root of the workspace, relative to it; it can be read. */
  readonly repositories?: readonly string[];
}

/** An operator's entry for a server or harness. */
export interface SandboxEntry {
  readonly id: string;
  /** Absent: it is started as the service's account may. */
  readonly sandbox?: boolean;
  /** Folders that it can write. */
  readonly folders?: readonly string[];
}

type Paths = () => Promise<readonly string[]>;

/** Makes sandboxes. The program for them is looked for once, at the start. */
@Injectable()
export class Sandboxes implements OnModuleInit {
  private floors: Paths = async () => [];
  private found: SandboxProgram = { program: null, obstacle: sandboxObstacles.off };

  constructor(
    private readonly config: OfficeConfig,
    private readonly environments: ChildEnvironments,
  ) {}

  async onModuleInit(): Promise<void> {
    if (this.mode === 'off') return;
    this.found = await probeSandbox(this.config.environment.PATH ?? '/usr/bin:/bin');
  }

  get mode(): SandboxMode {
    return this.config.sandbox.mode;
  }

  /** Why no sandbox is available; null: one is. */
  get obstacle(): string | null {
    return this.found.obstacle;
  }

  /**
   * Sets directories of floors, and folders that hold them, which are hidden from all other floors.
   */
  hideFloors(floors: Paths): void {
    this.floors = floors;
  }

  /** Removes what a crash left in workspaces. */
  async sweep(workspaces: readonly string[]): Promise<void> {
    const guarded = workspaces.flatMap((path) => guardedNames.map((name) => join(path, name)));
    await sweepStandIns(guarded);
  }

  /**
   * How an operator's server or harness is confined.
   * @throws RefusedError if it must be in a sandbox, but there is none or its entry does not
   * request it
   */
  async ofEntry(
    { id, sandbox = false, folders = [] }: SandboxEntry,
    place: Omit<SandboxPlace, 'bounds' | 'folders' | 'network'>,
  ): Promise<Confinement> {
    if (!sandbox && this.mode !== 'required') return unconfined;
    if (!sandbox) throw new RefusedError(sandboxTexts.mustBeInside(id));
    if (this.obstacle !== null) {
      throw new RefusedError(sandboxTexts.entryWithout(id, this.obstacle));
    }
    return this.make({ ...place, folders, bounds: boundsOf(null) });
  }

  /** @throws RefusedError if there is none, or it could not protect the workspace */
  async make(place: SandboxPlace): Promise<Sandbox> {
    const { program, obstacle } = this.found;
    if (program === null) throw new RefusedError(sandboxTexts.missing(obstacle));
    const own = place.workspace === null ? [] : [await realpath(place.workspace)];
    const writable = [...own, ...(await existing(place.folders ?? []))];
    const homes = await existing(homeFolders(this.config));
    for (const folder of writable) {
      if (homes.includes(folder)) throw new RefusedError(sandboxTexts.isHome(folder));
    }
    const guarded = writable.flatMap((folder) => guardedNames.map((name) => join(folder, name)));
    await refuseLinks(guarded);
    const caches = join(this.config.sandbox.directory, 'caches', place.owner);
    await mkdir(caches, { recursive: true });
    const [scratch = null] = place.scratch === null ? [] : await existing([place.scratch]);
    const inherited = this.environments.inherited();
    const tools = homes.flatMap((home) => toolFolders(home, inherited, process.execPath));
    const [root = ''] = own;
    const nested = await repositoriesIn(root, place.repositories ?? []);
    const readOnly = await existing((place.readOnly ?? []).map((path) => join(root, path)));
    const fixed = [...nested, ...readOnly.filter((path) => path !== root && isInside(root, path))];
    const mounts = sandboxMounts({
      hidden: await placesOf([...privatePlaces(this.config), ...(await this.floors())]),
      empty: [...homes, ...(scratch === null ? ['/tmp'] : [])],
      replaced: scratch === null ? [] : await temporaryFolders(scratch),
      readable: await existing([...tools, ...(place.readable ?? [])]),
      writable: [...writable, await realpath(caches), ...(scratch === null ? [] : [scratch])],
      guarded: [...guarded, ...fixed],
      kept: fixed.flatMap((path) => foldersBetween(root, path)),
      masked: await existing((place.masked ?? []).map((path) => join(root, path))),
    });
    return {
      kind: 'sandbox',
      program,
      mounts,
      guarded,
      network: place.network ?? { kind: 'none' },
      bounds: place.bounds,
      environment: cacheVariables(await realpath(caches)),
    };
  }
}

/** Replaces both folders for temporary files by one that lasts as long as the run. */
async function temporaryFolders(
  scratch: string,
): Promise<readonly { readonly path: string; readonly source: string }[]> {
  const source = join(scratch, 'tmp');
  await mkdir(source, { recursive: true, mode: 0o700 });
  return ['/tmp', '/var/tmp'].map((path) => ({ path, source }));
}

/** Repositories and `.husky` folders below the workspace, and the targets of `.git` files. */
async function repositoriesIn(root: string, paths: readonly string[]): Promise<readonly string[]> {
  const found = await existing(
    paths.flatMap((path) => [join(root, path), join(root, dirname(path), '.husky')]),
  );
  const named = await Promise.all(found.map(namedGitDirectory));
  const all = [...found, ...(await existing(named.flat()))];
  return [...new Set(all)].filter((path) => path !== root && isInside(root, path));
}

/** The git directory that a `.git` file names. */
async function namedGitDirectory(path: string): Promise<readonly string[]> {
  const stats = await stat(path).catch(() => null);
  if (stats?.isFile() !== true || stats.size > maxPointerBytes) return [];
  const text = await readFile(path, 'utf8').catch(() => '');
  const [, named] = /^gitdir: ([^\n]+)/.exec(text) ?? [];
  return named === undefined ? [] : [resolve(dirname(path), named.trim())];
}

/**
 * Parent folders of a path below the root: as mounts they cannot be moved away with their content.
 */
function foldersBetween(root: string, path: string): readonly string[] {
  const parts = relative(root, dirname(path)).split(sep);
  return parts.flatMap((part, at) => (part === '' ? [] : [join(root, ...parts.slice(0, at + 1))]));
}

async function refuseLinks(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const stats = await lstat(path).catch(() => undefined);
    if (stats?.isSymbolicLink()) throw new RefusedError(sandboxTexts.linkedPlace(path));
  }
}

/** The real paths of those that exist. */
async function existing(paths: readonly string[]): Promise<readonly string[]> {
  const real = await Promise.all(paths.map((path) => realpath(path).catch(() => null)));
  return [...new Set(real.filter((path) => path !== null))];
}

async function placesOf(
  paths: readonly string[],
): Promise<readonly { readonly path: string; readonly isFolder: boolean }[]> {
  const real = await existing(paths);
  return Promise.all(
    real.map(async (path) => ({ path, isFolder: (await stat(path)).isDirectory() })),
  );
}

/** Where package managers keep what they have fetched. */
function cacheVariables(folder: string): Readonly<Record<string, string>> {
  return {
    XDG_CACHE_HOME: join(folder, 'xdg'),
    npm_config_cache: join(folder, 'npm'),
    YARN_CACHE_FOLDER: join(folder, 'yarn'),
    PIP_CACHE_DIR: join(folder, 'pip'),
    UV_CACHE_DIR: join(folder, 'uv'),
    CARGO_HOME: join(folder, 'cargo'),
    GOCACHE: join(folder, 'go-build'),
    GOMODCACHE: join(folder, 'go-mod'),
    GRADLE_USER_HOME: join(folder, 'gradle'),
    NUGET_PACKAGES: join(folder, 'nuget'),
  };
}
