import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import {
  type DividedScan,
  divideScan,
  factsOfScan,
  foldedBy,
  isExcludedFolder,
} from './divide-scan.js';
import { type Ignored, IgnoreRules } from './ignore-rules.js';
import {
  contentDigest,
  digestBelow,
  isReadable,
  noScan,
  type Scan,
  type ScannedEntry,
  scanWorkspace,
} from './scan.js';
import {
  shadowAttributes,
  ShadowGit,
  type ShadowPlace,
  SnapshotError,
  type StartChild,
  unlock,
  unlockStale,
} from './shadow-git.js';
import { nameState } from './state-facts.js';
import { directoriesOf, maxFileBytes } from './tree.js';

/** A state with more than this to record is refused. */
const maxNewFiles = 20_000;
const maxNewBytes = 128 * 1024 * 1024;
/** Files that changed just now and are read to see whether they change again. */
const maxRecent = 200;
/** Large files that git is asked about at once. */
const maxJudged = 200;
/** A file that changed so shortly before it was looked at may change again unseen, ms. */
const tickMs = 20;

/** Takes an entry out, in the words of `update-index --index-info`. */
const nothingAt = `0 ${'0'.repeat(40)}`;

interface LargeFile {
  readonly mark: string;
  readonly isCommitted: boolean;
}

interface FolderMark {
  readonly shallow: string;
  readonly mark: string;
}

/**
 * Takes states of one workspace: looks at every file, has git store what changed since the last
 * state, and names what is not stored. Everything is remembered in memory and in the index of the
 * shadow repository, so that a state costs what changed.
 */
export class StateTaker {
  private readonly inOrder = pLimit(1);
  private readonly git: ShadowGit;
  private readonly rules: IgnoreRules;
  private opened: Promise<void> | undefined;
  private ignored: Ignored | undefined;
  private rulesMark = '';
  /** What was there when the rules were asked for. */
  private judged: ReadonlySet<string> = new Set();
  /** Marks of what the index holds, by path; null: not looked at by this process. */
  private indexed = new Map<string, string | null>();
  /** Of recorded files that may change without another mark: digests of their content, empty where there are too many. */
  private recent = new Map<string, string>();
  private indexMark = '';
  private tree: string | undefined;
  private seen = noScan;
  /** The latest, as long as nothing is touched. */
  private state: string | undefined;
  private readonly large = new Map<string, LargeFile>();
  private readonly folders = new Map<string, FolderMark>();
  /** Ignored folders with many files. */
  private readonly folded = new Set<string>();

  constructor(
    private readonly place: ShadowPlace,
    inherited: () => Readonly<Record<string, string>>,
    start: StartChild,
  ) {
    this.git = new ShadowGit(place, inherited, start);
    this.rules = new IgnoreRules(this.git, inherited, start);
  }

  /**
   * The name of the state of the workspace now.
   * @param looksDeep folders that are told by one mark are looked through, too
   * @throws SnapshotError
   */
  take(looksDeep: boolean): Promise<string> {
    return this.inOrder(() => this.takeAlone(looksDeep));
  }

  private async takeAlone(looksDeep: boolean): Promise<string> {
    await this.open();
    await this.readIndex();
    const began = Date.now();
    const seen = this.scan(looksDeep);
    const touched = this.touchedUnseen(seen, began);
    const isSame = seen.isSame && touched.size === 0 && this.tree !== undefined;
    if (isSame && this.state !== undefined && this.rules.markOf(seen) === this.rulesMark) {
      return this.state;
    }
    this.state = undefined;
    const scan = (await this.refreshRules(seen)) ? this.scan(looksDeep) : seen;
    await this.judgeLarge(scan);
    const divided = this.divide(scan);
    await this.store(scan, divided, { began, touched });
    const facts = factsOfScan(scan, divided);
    const state = await nameState(this.place.gitDirectory, await this.writtenTree(), facts);
    this.state = state;
    return state;
  }

  private scan(looksDeep: boolean): Scan {
    const { workspace } = this.place;
    const committed = this.ignored?.committed ?? new Set<string>();
    const scan = scanWorkspace({
      workspace,
      before: this.seen,
      isFolded: (name) => isExcludedFolder(name) || this.folded.has(name),
      inFolded: committed,
      markOfFolder: (folder, shallow) => {
        const known = this.folders.get(folder);
        if (known?.shallow === shallow && !looksDeep) return known.mark;
        const mark = digestBelow(workspace, folder, committed);
        this.folders.set(folder, { shallow, mark });
        return mark;
      },
    });
    this.seen = scan;
    return scan;
  }

  /** @returns whether folders are looked at in another way now */
  private async refreshRules(scan: Scan): Promise<boolean> {
    const known = this.ignored;
    const hasNew = [...scan.entries.keys()].some(
      (name) => !this.judged.has(name) && known?.covers(name) !== true,
    );
    if (known !== undefined && !hasNew && this.rules.markOf(scan) === this.rulesMark) return false;
    const ignored = await this.rules.read(scan);
    this.ignored = ignored;
    this.judged = new Set(scan.entries.keys());
    this.large.clear();
    this.rulesMark = this.rules.markOf(scan);
    const folded = foldedBy(scan, ignored);
    const unfolded = [...this.folded].filter(
      (folder) => !scan.entries.has(`${folder}/`) || ignored.folderOf(`${folder}/`) === null,
    );
    const isOther =
      unfolded.length > 0 ||
      folded.some((folder) => !this.folded.has(folder)) ||
      [...ignored.committed].some((name) => known?.committed.has(name) !== true);
    for (const folder of unfolded) this.folded.delete(folder);
    for (const folder of folded) this.folded.add(folder);
    if (isOther) this.folders.clear();
    return isOther;
  }

  /** Whether large files are as committed, which is asked once for each mark. */
  private async judgeLarge(scan: Scan): Promise<void> {
    const large = [...scan.entries].filter(
      ([name, { kind, size }]) =>
        kind === 'file' && size > maxFileBytes && this.ignored?.covers(name) !== true,
    );
    const unknown = large.filter(([name, { mark }]) => this.large.get(name)?.mark !== mark);
    if (unknown.length === 0) return;
    const names = unknown.map(([name]) => name).slice(0, maxJudged);
    const unchanged = await this.rules.unchanged(names);
    for (const [name, { mark }] of unknown) {
      this.large.set(name, { mark, isCommitted: unchanged.has(name) });
    }
  }

  private divide(scan: Scan): DividedScan {
    return divideScan(scan, {
      ignored: this.ignored,
      wasRecorded: (name) => this.indexed.has(name),
      isCommitted: (name) => this.large.get(name)?.isCommitted === true,
      isReadable: (name, { mark }) =>
        this.indexed.get(name) === mark || isReadable(`${this.place.workspace}/${name}`),
    });
  }

  /** Recorded files with another content under the same mark, as far as that can be. */
  private touchedUnseen(scan: Scan, now: number): ReadonlySet<string> {
    const touched = new Set<string>();
    for (const [name, digest] of this.recent) {
      const entry = scan.entries.get(name);
      if (digest === '' || digest !== this.digestOf(name)) touched.add(name);
      else if (entry === undefined || !isRecent(entry, now)) this.recent.delete(name);
    }
    return touched;
  }

  private digestOf(name: string): string {
    return contentDigest(`${this.place.workspace}/${name}`);
  }

  /** Brings the index to what is recorded. */
  private async store(
    scan: Scan,
    { recorded }: DividedScan,
    { began, touched }: { readonly began: number; readonly touched: ReadonlySet<string> },
  ): Promise<void> {
    const gone = [...this.indexed.keys()].filter(
      (name) => !recorded.has(name) && !isBelowUnlisted(scan, name),
    );
    const fresh = [...recorded].filter(
      ([name, { mark }]) => this.indexed.get(name) !== mark || touched.has(name),
    );
    checkBounds(fresh.filter(([name, { mark }]) => isOther(this.indexed.get(name), mark)));
    if (gone.length + fresh.length === 0) return;
    this.tree = undefined;
    // Digests come before what git reads: what changes between the two is seen the next time.
    const recent = fresh.filter(([, entry]) => isRecent(entry, began)).map(([name]) => name);
    for (const name of [...gone, ...recent]) this.recent.delete(name);
    const isMuch = this.recent.size + recent.length > maxRecent;
    for (const name of recent) this.recent.set(name, isMuch ? '' : this.digestOf(name));
    const isPlain = gone.every((name) => isSimplyGone(scan, name));
    if (!isPlain) await this.takeOut(gone);
    // What is gone comes first, so that a file may become a directory.
    const names = [...(isPlain ? gone : []), ...fresh.map(([name]) => name)];
    if (names.length > 0) {
      const args = ['update-index', '-z', '--add', '--remove', '--replace', '--stdin'];
      await this.git.run({ args, input: names.map((name) => `${name}\0`).join('') });
    }
    for (const name of gone) this.indexed.delete(name);
    for (const [name, { mark }] of fresh) this.indexed.set(name, mark);
    this.indexMark = await this.markOfIndex();
  }

  private async takeOut(names: readonly string[]): Promise<void> {
    const input = names.map((name) => `${nothingAt}\t${name}\0`).join('');
    await this.git.run({ args: ['update-index', '-z', '--index-info'], input });
  }

  private async writtenTree(): Promise<string> {
    this.tree ??= (await this.git.run({ args: ['write-tree'] })).trim();
    // Writing the tree stores its parts in the index.
    this.indexMark = await this.markOfIndex();
    return this.tree;
  }

  /** What the index holds, where it may not be as this process left it. */
  private async readIndex(): Promise<void> {
    const isOwn = this.indexMark !== '' && (await this.markOfIndex()) === this.indexMark;
    if (isOwn && !this.place.shared) return;
    const listed = await this.git.run({ args: ['ls-files', '-z'] });
    const names = listed.split('\0').filter((name) => name !== '');
    const markOf = (name: string): string | null =>
      isOwn ? (this.indexed.get(name) ?? null) : null;
    this.indexed = new Map(names.map((name) => [name, markOf(name)]));
    this.tree = undefined;
    if (!isOwn) this.recent.clear();
  }

  private async markOfIndex(): Promise<string> {
    const stats = await stat(path.join(this.place.gitDirectory, 'index')).catch(() => null);
    return stats === null ? 'none' : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
  }

  private async open(): Promise<void> {
    const isThere = await stat(path.join(this.place.gitDirectory, 'HEAD')).catch(() => null);
    if (isThere === null) this.opened = undefined;
    this.opened ??= openShadow(this.git, this.place);
    try {
      await this.opened;
    } catch (thrown) {
      this.opened = undefined;
      throw thrown;
    }
  }
}

/** Makes the repository, or marks it as used, which retention goes by. */
async function openShadow(git: ShadowGit, place: ShadowPlace): Promise<void> {
  const { gitDirectory, workspace, shared } = place;
  await mkdir(gitDirectory, { recursive: true });
  // Alone, a lock is what an earlier process left.
  await (shared ? unlockStale : unlock)(path.join(gitDirectory, 'index'));
  await git.run({ args: ['init', '--quiet', '--template=', '--object-format=sha1'] });
  await mkdir(path.join(gitDirectory, 'info'), { recursive: true });
  await writeNew(path.join(gitDirectory, 'info', 'attributes'), shadowAttributes);
  await writeFile(path.join(gitDirectory, 'workspace'), `${workspace}\n`);
}

/** A file that says this already is never empty for a moment: another replica may read it. */
async function writeNew(file: string, text: string): Promise<void> {
  const known = await readFile(file, 'utf8').catch(() => null);
  if (known !== text) await writeFile(file, text);
}

/** It may change again within the same tick of the kernel's clock. */
function isRecent({ mtimeMs, ctimeMs }: ScannedEntry, now: number): boolean {
  return Math.max(mtimeMs, ctimeMs) > now - tickMs;
}

/** What this process has not looked at yet counts as stored. */
function isOther(known: string | null | undefined, mark: string): boolean {
  return known !== null && known !== mark;
}

/** @throws SnapshotError where there is too much to record */
function checkBounds(fresh: readonly (readonly [string, ScannedEntry])[]): void {
  if (fresh.length > maxNewFiles)
    throw new SnapshotError(`more than ${maxNewFiles} files are new`, true);
  const bytes = fresh.reduce((sum, [, { size }]) => sum + size, 0);
  if (bytes > maxNewBytes) throw new SnapshotError(`more than ${maxNewBytes} bytes are new`, true);
}

/** Nothing stands at the path, and no link or file on its way: git says so by itself. */
function isSimplyGone(scan: Scan, name: string): boolean {
  const isWay = (directory: string): boolean => {
    const kind = scan.entries.get(directory)?.kind;
    return kind === undefined || kind === 'directory';
  };
  return !scan.entries.has(name) && directoriesOf(name).every(isWay);
}

/** What is in a directory that cannot be listed counts as it was. */
function isBelowUnlisted(scan: Scan, name: string): boolean {
  return directoriesOf(name).some(
    (directory) => scan.entries.get(`${directory}/`)?.kind === 'unlisted',
  );
}
