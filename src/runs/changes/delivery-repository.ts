import { copyFile, cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gitEnvironment } from '../../tools/git/git-configuration.js';
import type { Repository } from '../../tools/git/find-repository.js';
import {
  askUsers,
  configurationFor,
  configurationOver,
  newDeliveryName,
  type RemoteRepository,
  runGit,
  withoutProxies,
} from './delivery-git.js';
import type { ShadowRepository } from './shadow-repository.js';
import { type Entry, gitMode, type TreeEntries } from './tree.js';

/** Directories per command. */
const maxNamed = 200;

const attributesName = '.gitattributes';

/**
 * A repository in which commits are prepared without touching the user's: it borrows the user's
 * objects. Contents are added as by `git add`, with the user's line ends, filters and file modes.
 * These filters are the only programs that run; hooks do not.
 */
export class DeliveryRepository implements AsyncDisposable {
  private trees = 0;
  /** Length of an object's name, characters. */
  private idLength = 40;

  private constructor(
    private readonly directory: string,
    private readonly shadow: ShadowRepository,
    private readonly users: Repository,
    private readonly inherited: Readonly<Record<string, string>>,
    private readonly objects: string,
  ) {}

  /** @throws SnapshotError, RefusedError */
  static async open(
    shadow: ShadowRepository,
    users: Repository,
    inherited: Readonly<Record<string, string>>,
  ): Promise<DeliveryRepository> {
    const directory = path.join(shadow.place.gitDirectory, newDeliveryName());
    await mkdir(directory, { recursive: true });
    const asked = ['rev-parse', '--show-object-format', '--git-path', 'objects'];
    const said = await askUsers(shadow, users, inherited, [...asked, '--git-path', 'shallow']);
    const [format = 'sha1', objects = '', shallow = ''] = (said ?? '').split('\n');
    const absolute = path.resolve(shadow.place.workspace, objects);
    const made = new DeliveryRepository(directory, shadow, users, inherited, absolute);
    try {
      await made.own(['init', '--quiet', '--bare', '--template=', `--object-format=${format}`]);
      await mkdir(path.join(directory, 'objects', 'info'), { recursive: true });
      await writeFile(path.join(directory, 'objects', 'info', 'alternates'), `${absolute}\n`);
      const history = path.resolve(shadow.place.workspace, shallow);
      await copyFile(history, path.join(directory, 'shallow')).catch(() => undefined);
      return made;
    } catch (thrown) {
      await made[Symbol.asyncDispose]();
      throw thrown;
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return rm(this.directory, { recursive: true, force: true });
  }

  /** Runs git in this repository. @throws SnapshotError */
  own(
    args: readonly string[],
    variables: Readonly<Record<string, string>> = {},
    timeoutMs?: number,
  ): Promise<string> {
    const environment = { ...this.environment, ...variables };
    return runGit({ args: [...this.here, ...args], cwd: this.directory, environment, timeoutMs });
  }

  /** Runs git in this repository with a remote one; redirects are refused. @throws SnapshotError */
  over(remote: RemoteRepository, args: readonly string[], timeoutMs?: number): Promise<string> {
    const configuration = { ...configurationFor(this.users), ...configurationOver(remote) };
    const environment = {
      ...gitEnvironment(withoutProxies(this.inherited), configuration),
      GIT_ALLOW_PROTOCOL: 'http:https',
    };
    return runGit({ args: [...this.here, ...args], cwd: this.directory, environment, timeoutMs });
  }

  /** Runs git on the user's repository; null: it failed. */
  ask(...args: string[]): Promise<string | null> {
    return askUsers(this.shadow, this.users, this.inherited, args);
  }

  /** Takes a bundle into the user's repository; null: it failed. */
  unbundle(bundle: string, timeoutMs: number): Promise<string | null> {
    const args = ['bundle', 'unbundle', bundle];
    return askUsers(this.shadow, this.users, this.inherited, args, timeoutMs);
  }

  /** Fills the index with a commit. @throws SnapshotError */
  async begin(commit: string): Promise<void> {
    const workTree = await this.makeTree();
    this.idLength = commit.length;
    await this.asUser(workTree, undefined, 'read-tree', commit);
  }

  /**
   * Adds entries of the workspace to the index as git would, and removes missing ones.
   * @param state its attributes apply
   * @param files absolute names of the contents of files without a state, by path
   * @returns paths whose names git refuses
   * @throws SnapshotError
   */
  async add(
    state: string,
    entries: TreeEntries,
    files: ReadonlyMap<string, string> = new Map(),
  ): Promise<readonly string[]> {
    const workTree = await this.makeTree();
    await this.placeAttributes(workTree, state);
    await this.placeAll(workTree, entries);
    for (const [name, file] of files) {
      const target = path.join(workTree, this.named(name));
      await mkdir(path.dirname(target), { recursive: true });
      await cp(file, target);
    }
    const gone = [...entries].flatMap(([name, entry]) => (isGone(entry) ? [name] : []));
    const there = [...entries].flatMap(([name, entry]) => (isContent(entry) ? [name] : []));
    // Removals come first, so that a file may become a directory.
    await this.change(workTree, ['--index-info'], gone, `0 ${'0'.repeat(this.idLength)}\t`);
    const args = ['--verbose', '--add', '--remove', '--replace', '--stdin'];
    const names = [...there, ...files.keys()];
    return this.untaken(names, await this.change(workTree, args, names));
  }

  /** Git lists what it adds, in order, and skips names that it refuses. */
  private untaken(names: readonly string[], said: string): readonly string[] {
    let at = 0;
    return names.filter((name) => {
      const taken = `add '${this.named(name)}'\n`;
      const isTaken = said.startsWith(taken, at);
      if (isTaken) at += taken.length;
      return !isTaken;
    });
  }

  private async change(
    workTree: string,
    args: readonly string[],
    names: readonly string[],
    before = '',
  ): Promise<string> {
    const input = names.map((name) => `${before}${this.named(name)}\0`).join('');
    return names.length === 0 ? '' : this.asUser(workTree, input, 'update-index', '-z', ...args);
  }

  /** The tree of the index. @throws SnapshotError */
  async tree(): Promise<string> {
    return (await this.asUser(this.directory, undefined, 'write-tree')).trim();
  }

  /** Workspace paths in which the index differs from a commit. @throws SnapshotError */
  async differing(commit: string): Promise<readonly string[]> {
    const args = ['diff-index', '--cached', '--name-only', '-z', '--no-renames', commit];
    const listed = await this.asUser(this.directory, undefined, ...args);
    return listed.split('\0').flatMap((name) => this.inWorkspace(name) ?? []);
  }

  /** The workspace directories that are submodules in a commit. */
  async submodules(commit: string, directories: readonly string[]): Promise<readonly string[]> {
    const found: string[] = [];
    for (let at = 0; at < directories.length; at += maxNamed) {
      const named = directories.slice(at, at + maxNamed).map((name) => this.named(name));
      const listed = await this.own(['ls-tree', '-z', commit, '--', ...named]);
      for (const line of listed.split('\0')) {
        const [, name = ''] = /^160000 commit \w+\t([^]*)$/.exec(line) ?? [];
        found.push(...(this.inWorkspace(name) ?? []));
      }
    }
    return found;
  }

  /** The given workspace paths that a commit contains. @throws SnapshotError */
  async committed(commit: string, names: readonly string[]): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for (let at = 0; at < names.length; at += maxNamed) {
      const named = names.slice(at, at + maxNamed).map((name) => this.named(name));
      const listed = await this.own(['ls-tree', '-z', '--name-only', commit, '--', ...named]);
      for (const name of listed.split('\0')) {
        for (const own of this.inWorkspace(name) ?? []) found.add(own);
      }
    }
    return found;
  }

  /**
   * The given paths that the user's repository keeps but does not check out (sparse); they are not
   * removed.
   */
  async leftOutOfTree(names: readonly string[]): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for (let at = 0; at < names.length; at += maxNamed) {
      const named = names.slice(at, at + maxNamed).map((name) => `:(literal)${name}`);
      const listed = (await this.ask('ls-files', '-t', '-z', '--', ...named)) ?? '';
      for (const line of listed.split('\0')) if (line.startsWith('S ')) found.add(line.slice(2));
    }
    return found;
  }

  private get prefix(): string {
    const { workspace } = this.shadow.place;
    return path.relative(this.users.workTree, workspace).split(path.sep).join('/');
  }

  /** Path in the user's repository of a workspace path. */
  private named(name: string): string {
    return this.prefix === '' ? name : `${this.prefix}/${name}`;
  }

  private inWorkspace(name: string): readonly string[] | null {
    const start = this.prefix === '' ? '' : `${this.prefix}/`;
    return name !== '' && name.startsWith(start) ? [name.slice(start.length)] : null;
  }

  /** A new folder for each tree: git could mistake a file for an earlier one of the same name. */
  private async makeTree(): Promise<string> {
    this.trees += 1;
    const workTree = path.join(this.directory, 'trees', String(this.trees));
    await mkdir(workTree, { recursive: true });
    return workTree;
  }

  private async placeAll(workTree: string, entries: TreeEntries): Promise<void> {
    const contents = [...entries].flatMap(([name, entry]) =>
      isContent(entry) ? [[name, entry] as const] : [],
    );
    if (contents.length === 0) return;
    const staged = await this.makeTree();
    await this.shadow.writeContents(
      contents.map(([, entry]) => entry),
      staged,
    );
    for (const [at, [name]] of contents.entries()) {
      const target = path.join(workTree, this.named(name));
      await mkdir(path.dirname(target), { recursive: true });
      await rename(path.join(staged, String(at)), target);
    }
  }

  /**
   * Copies attribute files: those of the workspace as in the state, those above it as they are now.
   */
  private async placeAttributes(workTree: string, state: string): Promise<void> {
    const names = await this.shadow.namesIn(state, attributesName);
    await this.placeAll(workTree, await this.shadow.entries(state, names));
    const parts = this.prefix.split('/');
    for (let depth = 0; depth < parts.length && this.prefix !== ''; depth += 1) {
      const name = path.join(...parts.slice(0, depth), attributesName);
      const target = path.join(workTree, name);
      await mkdir(path.dirname(target), { recursive: true });
      await copyFile(path.join(this.users.workTree, name), target).catch(() => undefined);
    }
  }

  private get here(): readonly string[] {
    return [`--git-dir=${this.directory}`];
  }

  private get environment(): Record<string, string> {
    const quiet = gitEnvironment(this.inherited, configurationFor(this.users));
    return { ...quiet, GIT_LITERAL_PATHSPECS: '1' };
  }

  private asUser(workTree: string, input: string | undefined, ...args: string[]): Promise<string> {
    const variables = {
      GIT_INDEX_FILE: path.join(this.directory, 'index'),
      GIT_OBJECT_DIRECTORY: path.join(this.directory, 'objects'),
      // An unquoted colon would separate two paths.
      GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(this.objects),
    };
    const where = [`--git-dir=${this.users.gitDirectory}`, `--work-tree=${workTree}`];
    const environment: Record<string, string> = { ...this.environment, ...variables };
    // The user's own settings decide how contents are stored.
    delete environment.GIT_CONFIG_NOSYSTEM;
    delete environment.GIT_ATTR_NOSYSTEM;
    return runGit({ args: [...where, ...args], cwd: workTree, environment, input });
  }
}

type Content = Extract<Entry, { readonly id: string }>;

function isContent(entry: Entry | null | undefined): entry is Content {
  return entry !== null && entry !== undefined && gitMode(entry) !== null;
}

/** True if there is no file, whatever else is there. */
function isGone(entry: Entry | null | undefined): boolean {
  return entry === null || entry?.kind === 'directory';
}
