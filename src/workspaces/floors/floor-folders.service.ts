import { lstat, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, parse, relative, resolve } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import { ConfinedRoot } from '../../platform/paths/confined-root.js';
import { isInside } from '../../platform/paths/resolve-lexically.js';
import { ChildEnvironments } from '../../platform/process/child-environments.js';
import { runChild } from '../../platform/process/run-child.js';
import type { FolderList, ListedFolder } from '../../protocol/records/folders.js';
import { folderTexts } from '../../protocol/texts/folders.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import { SettingsService } from '../../settings/settings.service.js';
import { gitEnvironment, guardingConfiguration } from '../../tools/git/git-configuration.js';
import { WorkspacesRepository } from '../persistence/workspaces.repository.js';
import { FloorDirectories } from './floor-directories.js';

/** Entries of a directory that are examined, and folders in it that are listed. */
const mostEntries = 20_000;
const mostFolders = 500;
const initTimeoutMs = 10_000;

/** A collator compares thousands of names far faster than `localeCompare`. */
const byName = new Intl.Collator().compare;

/** An existing directory below an allowed root. */
interface OpenedFolder {
  readonly path: string;
  readonly root: string;
  readonly roots: readonly string[];
  /** Names of the directories in it, sorted. */
  readonly names: readonly string[];
  readonly more: boolean;
}

/**
 * Lists the directories in which a person can open a floor: below the folder of workspaces, or
 * anywhere if external workspaces are allowed. Links are neither listed nor followed, and hidden
 * directories are left out.
 */
@Injectable()
export class FloorFolders {
  constructor(
    private readonly settings: SettingsService,
    private readonly directories: FloorDirectories,
    private readonly repository: WorkspacesRepository,
    private readonly transactions: Transactions,
    private readonly environments: ChildEnvironments,
  ) {}

  /**
   * The directories inside one, or inside the folder of workspaces if none is named.
   * @throws RefusedError outside the allowed roots, and for anything but a directory
   */
  async list(path: string | undefined): Promise<FolderList> {
    const folder = await this.open(path);
    const folders = await Promise.all(
      folder.names.map(async (name): Promise<ListedFolder> => {
        const inside = join(folder.path, name);
        return { name, path: inside, repository: await isRepository(inside) };
      }),
    );
    return {
      path: folder.path,
      parent: folder.path === folder.root ? null : dirname(folder.path),
      roots: folder.roots,
      repository: await isRepository(folder.path),
      refusal: await this.refusal(folder.path),
      folders,
      more: folder.more,
    };
  }

  /**
   * Makes a directory a git repository.
   * @throws RefusedError if no floor may work there, or it is in a repository already
   */
  async makeRepository(path: string): Promise<FolderList> {
    const folder = await this.open(path);
    const refusal = await this.refusal(folder.path);
    if (refusal !== null) throw new RefusedError(refusal);
    const real = await realpath(folder.path).catch(() => null);
    if (real === null) throw new RefusedError(folderTexts.noDirectory(folder.path));
    const above = await repositoryAbove(real);
    if (above === real) throw new RefusedError(folderTexts.isRepository(folder.path));
    if (above !== null) throw new RefusedError(folderTexts.inRepository(folder.path, above));
    const failure = await this.init(folder.path);
    if (failure !== null) throw new RefusedError(folderTexts.notMade(folder.path, failure));
    return this.list(folder.path);
  }

  private async open(given: string | undefined): Promise<OpenedFolder> {
    const { workspacesRoot, allowExternalWorkspaces } = await this.settings.read();
    const path = given?.trim() || workspacesRoot;
    if (!isAbsolute(path)) throw new RefusedError(workspaceTexts.pathNotAbsolute(path));
    const roots = [workspacesRoot, ...(allowExternalWorkspaces ? [parse(path).root] : [])];
    const root = roots.find((each) => isInside(each, resolve(path)));
    if (root === undefined) {
      throw new RefusedError(workspaceTexts.pathOutside(path, workspacesRoot));
    }
    const found = await openBelow(root, resolve(path));
    return { ...found, path: resolve(path), root, roots };
  }

  private async refusal(path: string): Promise<string | null> {
    const floors = await this.transactions.snapshot(({ manager }) =>
      this.repository.sites(manager),
    );
    return this.directories.refusal(path, floors);
  }

  /**
   * Runs `git init` without templates, which may bring hooks. Returns why it failed; null: it did
   * not.
   */
  private async init(path: string): Promise<string | null> {
    try {
      const { code, stderr } = await runChild({
        file: 'git',
        args: ['init', '--quiet', '--template=', '--initial-branch=main', '.'],
        cwd: path,
        environment: gitEnvironment(this.environments.inherited(), guardingConfiguration([], true)),
        timeoutMs: initTimeoutMs,
        output: { head: 500 },
        signal: new AbortController().signal,
      });
      return code === 0 ? null : stderr.trim();
    } catch (thrown) {
      return messageOf(thrown);
    }
  }
}

async function openBelow(
  root: string,
  path: string,
): Promise<Pick<OpenedFolder, 'names' | 'more'>> {
  const below = relative(root, path);
  const isHidden = below.split(/[\\/]/).some((part) => part.startsWith('.') && part !== '.');
  if (isHidden) throw new RefusedError(folderTexts.hidden(path));
  let found;
  try {
    found = await new ConfinedRoot(root).find(below === '' ? '.' : below);
  } catch (thrown) {
    // The folder of workspaces is made with the first floor in it.
    if (below === '' && (await isAbsent(root))) return { names: [], more: false };
    throw thrown instanceof RefusedError
      ? thrown
      : new RefusedError(folderTexts.notRead(path, messageOf(thrown)));
  }
  if (found.kind === 'file') await found.file.close();
  if (found.kind !== 'directory') throw new RefusedError(folderTexts.noDirectory(path));
  await using directory = found.directory;
  try {
    const { entries, more } = await directory.firstEntries(mostEntries);
    const names = entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .sort(byName);
    return { names: names.slice(0, mostFolders), more: more || names.length > mostFolders };
  } catch (thrown) {
    throw new RefusedError(folderTexts.notRead(path, messageOf(thrown)));
  }
}

async function isAbsent(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null)) === null;
}

async function isRepository(path: string): Promise<boolean> {
  return !(await isAbsent(join(path, '.git')));
}

/** The nearest repository that a directory is in or is; null: none. */
async function repositoryAbove(path: string): Promise<string | null> {
  if (await isRepository(path)) return path;
  return dirname(path) === path ? null : repositoryAbove(dirname(path));
}
