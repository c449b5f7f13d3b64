import { lstat, rm } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import type { TurnDiff } from '../../protocol/records/file-changes.js';
import { listCommand, patchCommand } from './diff-commands.js';
import { readDiff, wholeSections } from './read-diff.js';
import { markAt } from './scan.js';
import { type ShadowCommand, ShadowGit, type ShadowPlace } from './shadow-git.js';
import {
  cameIntoView,
  changesBetween,
  noChanges,
  type RawChange,
  readRawChanges,
  type StateChanges,
  unrecordedAt,
} from './state-changes.js';
import { factsOf, type StateFacts, treeOf } from './state-facts.js';
import { startInHelper, takeState } from './states-helper.js';
import { type Entry, gitMode, isSameMark, type TreeEntries } from './tree.js';

/** Files per diff. */
const maxDiffFiles = 200;
/** Characters of their patches that are examined for those that fit into a record. */
const patchesRead = 1_000_000;

/** Cached lists of trees, and characters of the longest of them. */
const listingsKept = 4;
const listingCharacters = 500_000;

/** Mode, id and name as in the output of `ls-tree`. */
const listedEntry = /^(\d+) \w+ ([0-9a-f]+)\t([^]*)$/;

/** File times may lag behind the clock by one kernel tick, ms. */
const tickMs = 20;

/** Removes an entry, in the format of `update-index --index-info`. */
const nothingAt = `0 ${'0'.repeat(40)}`;

/**
 * States of one workspace, as trees of the service's own git repository, with facts that git does
 * not store (`StateFacts`).
 */
export class ShadowRepository {
  /** States are taken one after another. */
  private readonly inOrder = pLimit(1);
  private readonly shadow: ShadowGit;
  /** Requested states that are not begun yet; later requests share them. */
  private readonly next = new Map<boolean, Promise<string>>();

  /** By tree id. */
  private readonly listings = new Map<string, Promise<string>>();

  constructor(
    readonly place: ShadowPlace,
    private readonly inherited: () => Readonly<Record<string, string>>,
  ) {
    this.shadow = new ShadowGit(place, inherited, startInHelper);
  }

  /**
   * Takes the present state of the workspace.
   * @param looksDeep also scans folders with a single mark, such as `node_modules`
   * @throws SnapshotError
   */
  snapshot(looksDeep = false): Promise<string> {
    const waiting = this.next.get(looksDeep);
    if (waiting !== undefined) return waiting;
    const taken = this.inOrder(() => {
      this.next.delete(looksDeep);
      return takeState({ place: this.place, inherited: this.inherited(), looksDeep });
    });
    this.next.set(looksDeep, taken);
    return taken;
  }

  /**
   * The changes between two states, without paths that only became visible, for example because an
   * ignore rule was removed.
   * @param since ms by the machine's clock, before the first state was taken
   * @throws SnapshotError, also if states are no longer kept
   */
  async changes(before: string, after: string, since = 0): Promise<StateChanges> {
    if (before === after) return noChanges;
    const [had, has] = await Promise.all([this.facts(before), this.facts(after)]);
    const raw = readRawChanges(await this.rawDiff(before, after));
    const seen = cameIntoView(had, raw);
    const isUntouched = await Promise.all(seen.map((each) => this.isUntouched(had, each, since)));
    const untouched = new Set(seen.filter((_, index) => isUntouched[index]).map((one) => one.path));
    return changesBetween(had, has, raw, untouched);
  }

  private async rawDiff(before: string, after: string): Promise<string> {
    const [one, other] = [treeOf(before), treeOf(after)];
    if (one === other) return '';
    return this.git('diff-tree', '-r', '-z', '--raw', '--no-renames', one, other);
  }

  private async isUntouched(
    had: StateFacts,
    { path: name, id }: RawChange,
    since: number,
  ): Promise<boolean> {
    const file = path.join(this.place.workspace, name);
    const known = unrecordedAt(had, name);
    if (known?.isFolder !== true) {
      return isSameMark(`${markAt(file) ?? ''} ${id}`, known?.mark);
    }
    const stats = await lstat(file).catch(() => undefined);
    return stats !== undefined && Math.max(stats.ctimeMs, stats.birthtimeMs) < since - tickMs;
  }

  /** Changes of the paths that both states hold. @throws SnapshotError */
  async diff<States extends Pick<TurnDiff, 'before' | 'after'>>(
    states: States,
    paths: readonly string[],
  ): Promise<TurnDiff & States> {
    const [before, after] = [treeOf(states.before), treeOf(states.after)];
    const [had, has] = await Promise.all([this.facts(states.before), this.facts(states.after)]);
    const held = paths.filter((name) => !had.unrecorded.has(name) && !has.unrecorded.has(name));
    const told = held.sort().slice(0, maxDiffFiles);
    if (told.length === 0 || before === after) return { ...states, files: [], truncated: false };
    const [listed, patches] = await Promise.all([
      this.git(...listCommand, before, after, '--', ...told),
      this.run({ args: [...patchCommand, before, after, '--', ...told], most: patchesRead }),
    ]);
    const sections = wholeSections(patches, patches.length >= patchesRead - 1);
    return { ...states, ...readDiff(listed, sections, told.length < held.length) };
  }

  /** Facts of a state besides its tree. @throws if it is no longer kept */
  facts(state: string): Promise<StateFacts> {
    return factsOf(this.place.gitDirectory, state);
  }

  /** Entries of a state at the paths. @throws SnapshotError */
  async entries(state: string, paths: readonly string[]): Promise<Map<string, Entry>> {
    const [facts, listed] = await Promise.all([this.facts(state), this.listing(treeOf(state))]);
    const wanted = new Set(paths);
    const found = new Map<string, Entry>();
    for (const line of listed.split('\0')) {
      const [, mode = '', id = '', name = ''] = listedEntry.exec(line) ?? [];
      if (wanted.has(name)) found.set(name, entryOf(mode, id, facts.modes.get(name)));
    }
    for (const name of wanted) {
      const entry = found.get(name) ?? entryBeside(facts, name);
      if (entry !== null) found.set(name, entry);
    }
    return found;
  }

  /** Recorded paths of a state with this last part. @throws SnapshotError */
  async namesIn(state: string, last: string): Promise<readonly string[]> {
    const listed = await this.listing(treeOf(state));
    const names = listed.split('\0').map((line) => listedEntry.exec(line)?.[3] ?? '');
    return names.filter((name) => name === last || name.endsWith(`/${last}`));
  }

  /** All entries of a tree. Trees are immutable, so the latest small ones are cached. */
  private listing(tree: string): Promise<string> {
    const known = this.listings.get(tree);
    if (known !== undefined) return known;
    const listed = this.git('ls-tree', '-r', '-z', '--full-tree', tree);
    this.listings.set(tree, listed);
    const [oldest = tree] = this.listings.keys();
    if (this.listings.size > listingsKept) this.listings.delete(oldest);
    const forget = (): void => void this.listings.delete(tree);
    listed.then((text) => text.length > listingCharacters && forget(), forget);
    return listed;
  }

  /** The tree of a state with entries added and removed. @throws SnapshotError */
  async treeWith(state: string, wanted: TreeEntries): Promise<string> {
    const index = path.join(this.place.gitDirectory, `index-${crypto.randomUUID()}`);
    const lines = [...wanted].map(([name, entry]) => {
      const mode = entry === null ? null : gitMode(entry);
      return entry !== null && mode !== null && 'id' in entry
        ? `${mode} ${entry.id}\t${name}\0`
        : `${nothingAt}\t${name}\0`;
    });
    // Removals come first, so that a file may become a directory.
    lines.sort((one, other) => Number(other.startsWith('0 ')) - Number(one.startsWith('0 ')));
    try {
      await this.run({ args: ['read-tree', treeOf(state)], index });
      const args = ['update-index', '-z', '--replace', '--index-info'];
      await this.run({ args, input: lines.join(''), index });
      return (await this.run({ args: ['write-tree'], index })).trim();
    } finally {
      await rm(index, { force: true });
    }
  }

  /**
   * Writes contents into a directory as files and links named by their index in the list.
   * @throws SnapshotError
   */
  async writeContents(entries: readonly Entry[], directory: string): Promise<void> {
    const index = path.join(this.place.gitDirectory, `index-${crypto.randomUUID()}`);
    const lines = entries.flatMap((entry, at) =>
      'id' in entry ? [`${gitMode(entry) ?? ''} ${entry.id}\t${at}\0`] : [],
    );
    try {
      await this.run({
        args: ['update-index', '-z', '--index-info'],
        input: lines.join(''),
        index,
      });
      await this.run({ args: ['checkout-index', '-a', '-q', `--prefix=${directory}/`], index });
    } finally {
      await rm(index, { force: true });
    }
  }

  /** For a repository with at least one state. @throws SnapshotError */
  run(command: ShadowCommand): Promise<string> {
    return this.shadow.run(command);
  }

  private git(...args: string[]): Promise<string> {
    return this.run({ args });
  }
}

function entryOf(mode: string, id: string, bits: number | undefined): Entry {
  if (mode === '120000') return { kind: 'link', id };
  return { kind: 'file', id, mode: bits ?? (mode === '100755' ? 0o755 : 0o644) };
}

function entryBeside(facts: StateFacts, name: string): Entry | null {
  const mode = facts.directories.get(name);
  if (mode !== undefined) return { kind: 'directory', mode };
  const own = facts.unrecorded.get(name) ?? facts.unrecorded.get(`${name}/`);
  if (own !== undefined) return { kind: 'unrecorded', ...own };
  const around = unrecordedAt(facts, name);
  if (around === null) return null;
  return { kind: 'unrecorded', mark: around.mark, reason: around.reason };
}
