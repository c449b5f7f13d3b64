import { lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import type { TurnDiff } from '../../protocol/records/work.js';
import { walk } from '../../tools/files/walk.js';
import { behindLinks } from './behind-links.js';
import { untouchedSince } from './file-age.js';
import { listCommand, patchCommand } from './diff-commands.js';
import { readDiff, wholeSections } from './read-diff.js';
import {
  type ShadowCommand,
  shadowAttributes,
  shadowExcludes,
  shadowGit,
  SnapshotError,
  type ShadowPlace,
  unlock,
  unlockStale,
} from './shadow-git.js';

/** Larger files are left out. */
const maxFileBytes = 2 * 1024 * 1024;
/** A state with more than this to record is refused. */
const maxNewFiles = 20_000;
const maxNewBytes = 128 * 1024 * 1024;
/** Files that a diff tells of. */
const maxDiffFiles = 200;
/** Characters of their patches that are looked through for those that fit into a record. */
const patchesRead = 1_000_000;

/** Takes an entry out, in the words of `update-index --index-info`. */
const nothingAt = `0 ${'0'.repeat(40)}`;

/** What a tree has at a path. */
export interface TreeEntry {
  readonly mode: string;
  readonly id: string;
}

/** Entries by path; null or absent: there is nothing. */
export type TreeEntries = ReadonlyMap<string, TreeEntry | null>;

/**
 * States of one workspace, as trees of a git repository that is the service's own. Ignored files,
 * `.git` directories and large files are no part of a state.
 */
export class ShadowRepository {
  /** The index is one file: what uses it goes one after another. */
  private readonly inOrder = pLimit(1);
  private opened: Promise<void> | undefined;
  private latest: string | undefined;
  /** A state that is asked for and not begun: whoever asks meanwhile is told the same. */
  private next: Promise<string> | undefined;

  constructor(
    readonly place: ShadowPlace,
    private readonly inherited: () => Readonly<Record<string, string>>,
  ) {}

  /** The tree of the workspace as it is now. @throws SnapshotError */
  snapshot(): Promise<string> {
    this.next ??= this.inOrder(() => {
      this.next = undefined;
      return this.take();
    });
    return this.next;
  }

  /** Paths in which two states differ. @throws SnapshotError */
  changed(before: string, after: string): Promise<readonly string[]> {
    return this.differing(before, after);
  }

  /**
   * Paths in which two states differ, without those that only came into view, as when a rule that
   * ignored them went.
   * @param since in ms; the first state was taken later
   * @throws SnapshotError
   */
  async written(before: string, after: string, since: number): Promise<readonly string[]> {
    const changed = await this.differing(before, after);
    if (changed.length === 0) return changed;
    const added = await this.differing(before, after, '--diff-filter=A');
    const untouched = new Set(await untouchedSince(this.place.workspace, added, since));
    return changed.filter((name) => !untouched.has(name));
  }

  private async differing(
    before: string,
    after: string,
    ...filter: readonly string[]
  ): Promise<readonly string[]> {
    if (before === after) return [];
    const listed = await this.git(
      'diff-tree',
      '-r',
      '-z',
      '--no-renames',
      '--name-only',
      ...filter,
      before,
      after,
    );
    return listed.split('\0').filter((name) => name !== '');
  }

  /** What became of the paths between two states. @throws SnapshotError */
  async diff<States extends Pick<TurnDiff, 'before' | 'after'>>(
    states: States,
    paths: readonly string[],
  ): Promise<TurnDiff & States> {
    const { before, after } = states;
    const told = [...paths].sort().slice(0, maxDiffFiles);
    if (told.length === 0 || before === after) return { ...states, files: [], truncated: false };
    const [listed, patches] = await Promise.all([
      this.git(...listCommand, before, after, '--', ...told),
      this.run({ args: [...patchCommand, before, after, '--', ...told], most: patchesRead }),
    ]);
    const sections = wholeSections(patches, patches.length >= patchesRead - 1);
    return { ...states, ...readDiff(listed, sections, told.length < paths.length) };
  }

  /** What a tree has at the paths. @throws SnapshotError */
  async entries(
    tree: string,
    paths: readonly string[],
    alternates?: string,
  ): Promise<Map<string, TreeEntry>> {
    const wanted = new Set(paths);
    const args = ['ls-tree', '-r', '-z', '--full-tree', tree];
    const listed = await this.run({ args, ...(alternates !== undefined && { alternates }) });
    const found = new Map<string, TreeEntry>();
    for (const line of listed.split('\0')) {
      const [, mode = '', id = '', name = ''] = /^(\d+) \w+ ([0-9a-f]+)\t([^]*)$/.exec(line) ?? [];
      if (wanted.has(name)) found.set(name, { mode, id });
    }
    return found;
  }

  /**
   * Puts the paths of the workspace into the given state; nothing else is touched, and no link is
   * followed. It is done whole or refused.
   * @throws SnapshotError also when a file changed since the state `current` was taken
   */
  restore(current: string, wanted: TreeEntries): Promise<void> {
    return this.inOrder(async () => {
      const target = await this.treeWith(current, wanted);
      this.latest = undefined;
      // A file that was written again with the same content counts as unchanged.
      await this.git('update-index', '-q', '--refresh');
      await this.git('read-tree', '-m', '-u', current, target);
    });
  }

  /** The tree with the entries put in and taken out. @throws SnapshotError */
  async treeWith(tree: string, wanted: TreeEntries, alternates?: string): Promise<string> {
    const index = path.join(this.place.gitDirectory, `index-${crypto.randomUUID()}`);
    const options = { index, ...(alternates !== undefined && { alternates }) };
    const lines = [...wanted].map(([name, entry]) =>
      entry === null ? `${nothingAt}\t${name}\0` : `${entry.mode} ${entry.id}\t${name}\0`,
    );
    try {
      await this.run({ args: ['read-tree', tree], ...options });
      await this.run({
        args: ['update-index', '-z', '--index-info'],
        input: lines.join(''),
        ...options,
      });
      return (await this.run({ args: ['write-tree'], ...options })).trim();
    } finally {
      await rm(index, { force: true });
    }
  }

  /** @throws SnapshotError */
  async run(command: ShadowCommand): Promise<string> {
    this.opened ??= this.open();
    try {
      await this.opened;
    } catch (thrown) {
      this.opened = undefined;
      throw thrown;
    }
    return shadowGit(this.place, this.inherited(), command);
  }

  private git(...args: string[]): Promise<string> {
    return this.run({ args });
  }

  /** Also marks the repository as used, which retention goes by. */
  private async open(): Promise<void> {
    const { gitDirectory, workspace, shared } = this.place;
    await mkdir(gitDirectory, { recursive: true });
    // Alone, a lock is what an earlier process left.
    await (shared ? unlockStale : unlock)(path.join(gitDirectory, 'index'));
    const init = ['init', '--quiet', '--template='];
    await shadowGit(this.place, this.inherited(), { args: init });
    await mkdir(path.join(gitDirectory, 'info'), { recursive: true });
    await writeNew(path.join(gitDirectory, 'info', 'attributes'), shadowAttributes);
    await writeNew(path.join(gitDirectory, 'info', 'exclude'), shadowExcludes);
    await writeFile(path.join(gitDirectory, 'workspace'), `${workspace}\n`);
  }

  private async take(): Promise<string> {
    const listed = await this.git('ls-files', '-z', '-m', '-d', '-o', '--exclude-standard');
    const names = [...new Set(listed.split('\0').filter((name) => name !== ''))];
    const hidden = new Set(await behindLinks(this.place.workspace, names));
    const paths = await this.recordable(names.filter((name) => !hidden.has(name)));
    // Until the changed index is written as a tree, there is no latest state.
    if (paths.length + hidden.size > 0) this.latest = undefined;
    if (hidden.size > 0) await this.takeOut([...hidden]);
    if (paths.length > 0) {
      // Git lists new paths before gone ones; a file that became a directory has to go first.
      const input = [...paths].reverse().map((name) => `${name}\0`);
      const args = ['update-index', '-z', '--add', '--remove', '--replace', '--stdin'];
      await this.run({ args, input: input.join('') });
    }
    // Another replica may have recorded the changes.
    if (this.place.shared || this.latest === undefined) {
      this.latest = (await this.git('write-tree')).trim();
    }
    return this.latest;
  }

  /** Files whose directory has become a link: git takes no path behind one. */
  private async takeOut(names: readonly string[]): Promise<void> {
    const input = names.map((name) => `${nothingAt}\t${name}\0`).join('');
    await this.run({ args: ['update-index', '-z', '--index-info'], input });
  }

  /** The names that are small enough, and what repositories inside the workspace have. */
  private async recordable(names: readonly string[]): Promise<readonly string[]> {
    const inside = names.filter((name) => name.endsWith('/'));
    const nested = await Promise.all(inside.map((name) => this.below(name.slice(0, -1))));
    const paths = [...names.filter((name) => !name.endsWith('/')), ...nested.flat()];
    if (paths.length > maxNewFiles)
      throw new SnapshotError(`more than ${maxNewFiles} files are new`, true);
    const sizes = await Promise.all(paths.map((name) => this.sizeOf(name)));
    const total = sizes.reduce((sum, size) => sum + (size > maxFileBytes ? 0 : size), 0);
    if (total > maxNewBytes)
      throw new SnapshotError(`more than ${maxNewBytes} bytes are new`, true);
    return paths.filter((_name, at) => (sizes[at] ?? 0) <= maxFileBytes);
  }

  /** Git takes a repository in the workspace for one entry; its files are listed here. */
  private async below(directory: string): Promise<string[]> {
    const { workspace } = this.place;
    const signal = new AbortController().signal;
    const { files } = await walk({ workspaceRoot: workspace, path: directory, signal });
    const found: string[] = [];
    for await (const { path: name } of files) {
      found.push(`${directory}/${name}`);
      if (found.length > maxNewFiles) break;
    }
    return found;
  }

  /** 0 for what is gone. */
  private async sizeOf(name: string): Promise<number> {
    const stats = await lstat(path.join(this.place.workspace, name)).catch(() => undefined);
    return stats?.size ?? 0;
  }
}

/** A file that says this already is never empty for a moment: another replica may read it. */
async function writeNew(file: string, text: string): Promise<void> {
  const known = await readFile(file, 'utf8').catch(() => null);
  if (known !== text) await writeFile(file, text);
}
