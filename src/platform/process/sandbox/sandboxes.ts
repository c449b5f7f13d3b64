import { lstat, mkdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { SandboxMode } from '#protocol/records/enums.js';
import type { SandboxBounds } from '#protocol/records/organisation.js';
import { sandboxObstacles, sandboxTexts } from '#protocol/texts/sandbox.js';
import { OfficeConfig } from '#platform/config/office-config.js';
import { RefusedError } from '#platform/errors/office-error.js';
import { ChildEnvironments } from '../child-environments.js';
import type { Sandbox, SandboxNetwork } from './confinement.js';
import { homeFolders, privatePlaces } from './private-places.js';
import { sandboxMounts } from './sandbox-mounts.js';
import { probeSandbox, type SandboxProgram } from './sandbox-probe.js';
import { toolFolders } from './tool-folders.js';

/** Folders of a workspace whose files programs of people run or obey; they cannot be written. */
export const guardedNames = ['.git', '.husky'] as const;

/** What is asked for a sandbox of a floor. */
export interface SandboxPlace {
  /** The workspace, which can be written. */
  readonly workspace: string;
  /** Names the package caches; only this floor uses them. */
  readonly floorId: string;
  /** The folder of the run for what commands leave behind; null: /tmp lies in memory. */
  readonly scratch: string | null;
  /** Directories of floors, and folders that hold them. */
  readonly floors: readonly string[];
  /** Further folders that can be written. */
  readonly folders?: readonly string[];
  readonly bounds: SandboxBounds;
  readonly network?: SandboxNetwork;
  /** Files of the workspace that stand empty, relative to it. */
  readonly masked?: readonly string[];
}

/** Whether there are sandboxes, and what one shows. They are looked for once, at the start. */
@Injectable()
export class Sandboxes implements OnModuleInit {
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

  /** Why there is no sandbox; null: there is. */
  get obstacle(): string | null {
    return this.found.obstacle;
  }

  /** @throws RefusedError if there is none, or it could not protect the workspace */
  async make(place: SandboxPlace): Promise<Sandbox> {
    const { program, obstacle } = this.found;
    if (program === null) throw new RefusedError(sandboxTexts.missing(obstacle));
    const workspace = await realpath(place.workspace);
    const homes = await existing(homeFolders(this.config));
    if (homes.includes(workspace)) throw new RefusedError(sandboxTexts.workspaceIsHome(workspace));
    const guarded = guardedNames.map((name) => join(workspace, name));
    await refuseLinks(guarded);
    const caches = join(this.config.sandbox.directory, 'caches', place.floorId);
    await mkdir(caches, { recursive: true });
    const [scratch = null] = place.scratch === null ? [] : await existing([place.scratch]);
    const inherited = this.environments.inherited();
    const tools = homes.flatMap((home) => toolFolders(home, inherited, process.execPath));
    const mounts = sandboxMounts({
      hidden: await placesOf([...privatePlaces(this.config), ...place.floors]),
      empty: [...homes, ...(scratch === null ? ['/tmp'] : [])],
      replaced: scratch === null ? [] : await temporaryFolders(scratch),
      readable: await existing(tools),
      writable: [workspace, ...(await existing([caches, ...(place.folders ?? [])]))].concat(
        scratch ?? [],
      ),
      guarded,
      masked: await existing((place.masked ?? []).map((path) => join(workspace, path))),
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

/** Both folders for temporary files are one that lasts as long as the run. */
async function temporaryFolders(
  scratch: string,
): Promise<readonly { readonly path: string; readonly source: string }[]> {
  const source = join(scratch, 'tmp');
  await mkdir(source, { recursive: true, mode: 0o700 });
  return ['/tmp', '/var/tmp'].map((path) => ({ path, source }));
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
