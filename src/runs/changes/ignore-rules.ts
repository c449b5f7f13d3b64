import { homedir } from 'node:os';
import path from 'node:path';
import { findRepository, type Repository } from '../../tools/git/find-repository.js';
import { gitEnvironment, guardingConfiguration } from '../../tools/git/git-configuration.js';
import { guardedGit } from '../../tools/git/guarded-git.js';
import { markAt, type Scan } from './scan.js';
import {
  answerOf,
  excludedFolders,
  gitTimeoutMs,
  type ShadowGit,
  type StartChild,
} from './shadow-git.js';

/** Nested repositories whose rules are read; files of further ones count as belonging to them. */
const maxInside = 50;
const maxListed = 8_000_000;

/** Paths that git ignores in a workspace. */
export interface Ignored {
  /** True if a rule covers an uncommitted path. */
  covers(path: string): boolean;
  /** The outermost folder around the path that a rule covers as a whole; null: none. */
  folderOf(path: string): string | null;
  /** Committed files although a rule, or their folder's name, would exclude them. */
  readonly committed: ReadonlySet<string>;
}

interface Listed {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  readonly committed: ReadonlySet<string>;
}

/** The repository whose rules apply, and files outside the workspace that they depend on. */
interface Source {
  readonly repository: Repository | null;
  readonly watched: readonly string[];
}

/**
 * The ignore rules of a workspace, read by git itself: from its files, the directories above it in
 * its repository, `.git/info/exclude` and `core.excludesFile`, minus committed files. A workspace
 * without a repository has only its own files' rules.
 */
export class IgnoreRules {
  private source: Source | undefined;

  constructor(
    private readonly shadow: ShadowGit,
    private readonly inherited: () => Readonly<Record<string, string>>,
    private readonly start: StartChild,
  ) {}

  /** @throws SnapshotError if git fails without a repository being involved */
  async read(scan: Scan): Promise<Ignored> {
    this.source = await this.findSource();
    const inside = scan.repositories.filter((directory) => directory !== '').slice(0, maxInside);
    const parts = await Promise.all([
      this.listOwn(this.source.repository),
      ...inside.map((directory) => this.listInside(directory)),
    ]);
    return ignoredOf(parts);
  }

  /**
   * The files that are committed and unchanged according to git, without the repository's filters,
   * which a comparison of contents would start.
   */
  async unchanged(names: readonly string[]): Promise<ReadonlySet<string>> {
    const repository = this.source?.repository ?? null;
    if (repository === null || names.length === 0) return new Set();
    const literal = names.map((name) => `:(literal)${name}`);
    const { code, stdout: listed } = await guardedGit({
      args: ['ls-files', '-t', '-z', '-c', '-m', '--', ...literal],
      writes: false,
      root: this.shadow.place.workspace,
      ...repository,
      inherited: this.inherited(),
      signal: new AbortController().signal,
    });
    if (code !== 0) return new Set();
    const found = new Set<string>();
    // Changed files are listed a second time, with another letter.
    const lines = listed.split('\0');
    for (const line of lines) if (line.startsWith('H ')) found.add(line.slice(2));
    for (const line of lines) if (line.startsWith('C ')) found.delete(line.slice(2));
    return found;
  }

  /** Differs if a rule may have changed. */
  markOf(scan: Scan): string {
    const inside: string[] = [];
    for (const [name, { mark }] of scan.entries) {
      if (name.endsWith('.gitignore')) inside.push(name, mark);
    }
    const outside = (this.source?.watched ?? []).map(markAt);
    return JSON.stringify([inside, outside, scan.repositories]);
  }

  private async findSource(): Promise<Source> {
    const { workspace } = this.shadow.place;
    const { signal } = new AbortController();
    const repository = await findRepository(workspace, this.inherited(), signal).catch(() => null);
    if (repository === null) return { repository, watched: [path.join(workspace, '.git')] };
    return { repository, watched: await this.watchedOf(repository) };
  }

  private async watchedOf(repository: Repository): Promise<readonly string[]> {
    const { workspace } = this.shadow.place;
    const asked = ['index', 'info/exclude', 'config'].flatMap((name) => ['--git-path', name]);
    const found = await this.ask(repository, workspace, ['rev-parse', ...asked]).catch(() => '');
    const excludes = await this.ask(repository, workspace, [
      'config',
      '--type=path',
      '--get',
      'core.excludesFile',
    ]).catch(() => '');
    const { HOME = homedir(), XDG_CONFIG_HOME } = this.inherited();
    const usual = path.join(XDG_CONFIG_HOME ?? path.join(HOME, '.config'), 'git', 'ignore');
    const above: string[] = [];
    for (let at = workspace; at !== repository.workTree;) {
      at = path.dirname(at);
      above.push(path.join(at, '.gitignore'));
      if (path.dirname(at) === at) break;
    }
    const names = [...lines(found), ...lines(excludes)];
    return [...names.map((name) => path.resolve(workspace, name)), usual, ...above];
  }

  /** If the repository fails, the workspace's own files decide. */
  private async listOwn(repository: Repository | null): Promise<Listed> {
    if (repository !== null) {
      const { workspace } = this.shadow.place;
      const listed = await this.ask(repository, workspace, listing).catch(() => null);
      if (listed !== null) return listedOf(listed, '');
    }
    return listedOf(await this.shadow.run({ args: listing }), '');
  }

  private async listInside(directory: string): Promise<Listed> {
    const workTree = path.join(this.shadow.place.workspace, directory);
    const repository = { gitDirectory: path.join(workTree, '.git'), workTree };
    const listed = await this.ask(repository, workTree, listing).catch(() => '');
    return listedOf(listed, `${directory}/`);
  }

  private async ask(
    { gitDirectory, workTree }: Repository,
    cwd: string,
    args: readonly string[],
  ): Promise<string> {
    const configuration = {
      ...guardingConfiguration([], false),
      'safe.directory': workTree,
      'core.untrackedCache': 'false',
    };
    const outcome = await this.start({
      file: 'git',
      args: [
        '--no-pager',
        '--no-optional-locks',
        `--git-dir=${gitDirectory}`,
        `--work-tree=${workTree}`,
        ...args,
      ],
      cwd,
      environment: {
        ...gitEnvironment(this.inherited(), configuration),
        GIT_LITERAL_PATHSPECS: '1',
      },
      timeoutMs: gitTimeoutMs,
      output: { head: maxListed },
      startsNothing: true,
    });
    return answerOf(outcome, args[0] ?? '');
  }
}

/** Each with a letter: `?` for excluded, `H` for committed nevertheless. */
const listing = [
  'ls-files',
  '-t',
  '-z',
  '-o',
  '-c',
  '-i',
  '--directory',
  '--exclude-standard',
  ...[...excludedFolders].flatMap((name) => ['-x', `${name}/`]),
];

/**
 * Git also lists a folder in which every present file is excluded, together with its files; a
 * folder that a rule covers as a whole is listed alone.
 */
function listedOf(text: string, prefix: string): Listed {
  const files = new Set<string>();
  const folders = new Set<string>();
  const committed = new Set<string>();
  for (const line of text.split('\0')) {
    const name = prefix + line.slice(2);
    if (line.startsWith('?')) (name.endsWith('/') ? folders : files).add(name);
    else if (line !== '') committed.add(name);
  }
  for (const name of [...files, ...folders]) {
    for (let at = parentOf(name); at !== ''; at = parentOf(at)) folders.delete(at);
  }
  return { files, folders, committed };
}

function ignoredOf(parts: readonly Listed[]): Ignored {
  const [files, folders, committed] = (['files', 'folders', 'committed'] as const).map(
    (kind) => new Set(parts.flatMap((part) => [...part[kind]])),
  ) as [Set<string>, Set<string>, Set<string>];
  const folderOf = (name: string): string | null => {
    if (folders.size === 0) return null;
    for (let at = name.indexOf('/'); at !== -1; at = name.indexOf('/', at + 1)) {
      const folder = name.slice(0, at + 1);
      if (folders.has(folder)) return folder;
    }
    return null;
  };
  return {
    committed,
    folderOf,
    covers: (name) => !committed.has(name) && (files.has(name) || folderOf(name) !== null),
  };
}

/** The parent folder of a path, with its slash. */
function parentOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/', name.length - 2) + 1);
}

function lines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}
