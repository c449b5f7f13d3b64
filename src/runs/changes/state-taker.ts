import { closeSync, constants, existsSync, openSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import { isMissing } from '../../platform/paths/errno.js';
import {
  type DividedScan,
  divideScan,
  factsOfScan,
  foldedBy,
  isExcludedFolder,
} from './divide-scan.js';
import { type Ignored, IgnoreRules } from './ignore-rules.js';
import { digestBelow, type Scan, type ScannedEntry, scanWorkspace } from './scan.js';
import { ShadowGit, type ShadowPlace, SnapshotError, type StartChild } from './shadow-git.js';
import { idOfFile, RecordedFiles } from './recorded-files.js';
import { nameState } from './state-facts.js';
import { directoriesOf, maxFileBytes } from './tree.js';

const noScan: Scan = { entries: new Map(), repositories: [], isSame: false };

/** Stores every file byte for byte, whatever attributes a repository has. */
const shadowAttributes =
  '* -text -filter -ident -working-tree-encoding !diff !merge !export-subst\n';

/** A bare repository with SHA-1 object names. */
const shadowConfiguration = '[core]\n\trepositoryformatversion = 0\n\tbare = true\n';

/** A state with more new data is refused. */
const maxNewFiles = 20_000;
const maxNewBytes = 128 * 1024 * 1024;

/** Ignored files that are hashed, and the maximum size of each. */
const maxDigested = 500;
const maxDigestedBytes = 64 * 1024;

/** Large files per git command. */
const maxJudged = 200;

interface LargeFile {
  readonly mark: string;
  readonly isCommitted: boolean;
}

interface FolderMark {
  readonly shallow: string;
  readonly mark: string;
}

/**
 * Takes states of one workspace: scans every file, stores what changed since the last state as git
 * objects, and lists what is not stored. The result is cached, so a state costs one scan and the
 * changes.
 */
export class StateTaker {
  private readonly inOrder = pLimit(1);
  private readonly rules: IgnoreRules;
  private files: RecordedFiles | undefined;
  private ignored: Ignored | undefined;
  private rulesMark = '';
  /** Entries when the rules were last read. */
  private judged: ReadonlySet<string> = new Set();
  private seen = noScan;
  /** The latest state, while nothing is touched. */
  private state: string | undefined;
  private readonly large = new Map<string, LargeFile>();
  private readonly folders = new Map<string, FolderMark>();
  /** Hashed ignored files. */
  private readonly digested = new Map<string, { readonly mark: string; readonly marked: string }>();
  /** Ignored folders with many files. */
  private readonly folded = new Set<string>();

  constructor(
    private readonly place: ShadowPlace,
    inherited: () => Readonly<Record<string, string>>,
    start: StartChild,
  ) {
    this.rules = new IgnoreRules(new ShadowGit(place, inherited, start), inherited, start);
  }

  /**
   * The name of the workspace's present state.
   * @param looksDeep also scans folders with a single mark
   * @throws SnapshotError
   */
  take(looksDeep: boolean): Promise<string> {
    return this.inOrder(() => this.takeAlone(looksDeep));
  }

  /** Saves the list for the next process; without it that one scans everything again. */
  save(): void {
    try {
      this.files?.save();
    } catch {
      // The repository was removed, or the disk is full.
    }
  }

  private async takeAlone(looksDeep: boolean): Promise<string> {
    const files = await this.open();
    const began = Date.now();
    const seen = this.scan(looksDeep);
    const touched = files.touchedUnseen(seen.entries, began);
    const isSame = seen.isSame && touched.size === 0 && this.rules.markOf(seen) === this.rulesMark;
    if (isSame && this.state !== undefined) return this.state;
    this.state = undefined;
    const scan = (await this.refreshRules(seen)) ? this.scan(looksDeep) : seen;
    await this.judgeLarge(scan);
    const divided = this.divide(scan, files);
    store(files, scan, divided, { began, touched });
    const facts = factsOfScan(scan, divided);
    this.state = await nameState(this.place.gitDirectory, files.write(), facts);
    return this.state;
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

  /** @returns true if folders are scanned differently now */
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

  /** Asks once per mark whether large files are as committed. */
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

  private divide(scan: Scan, files: RecordedFiles): DividedScan {
    return divideScan(scan, {
      ignored: this.ignored,
      wasRecorded: (name) => files.has(name),
      isCommitted: (name) => this.large.get(name)?.isCommitted === true,
      isReadable: (name, entry) =>
        files.isStored(name, entry) || isReadable(`${this.place.workspace}/${name}`),
      markOfIgnored: (name, entry) => this.markOfIgnored(name, entry),
    });
  }

  /** For a small file the hash tells whether it exists elsewhere after it is gone. */
  private markOfIgnored(name: string, { mark, size }: ScannedEntry): string {
    const known = this.digested.get(name);
    if (known?.mark === mark) return known.marked;
    if (size > maxDigestedBytes || (known === undefined && this.digested.size >= maxDigested)) {
      return mark;
    }
    const id = idOfFile(`${this.place.workspace}/${name}`);
    const marked = id === null ? mark : `${mark} ${id}`;
    this.digested.set(name, { mark, marked });
    return marked;
  }

  /** The cached list, unless the repository was removed since. */
  private async open(): Promise<RecordedFiles> {
    const { gitDirectory, workspace } = this.place;
    const isThere = existsSync(`${gitDirectory}/HEAD`);
    if (this.files !== undefined && isThere) return this.files;
    this.state = undefined;
    await openShadow(this.place);
    this.files = new RecordedFiles(gitDirectory, workspace);
    return this.files;
  }
}

/** Makes a missing repository, and marks it as used for retention. */
async function openShadow({ gitDirectory, workspace }: ShadowPlace): Promise<void> {
  for (const directory of ['objects', 'refs', 'info']) {
    await mkdir(path.join(gitDirectory, directory), { recursive: true });
  }
  await writeNew(path.join(gitDirectory, 'info', 'attributes'), shadowAttributes);
  await writeNew(path.join(gitDirectory, 'config'), shadowConfiguration);
  await writeFile(path.join(gitDirectory, 'workspace'), `${workspace}\n`);
  await writeNew(path.join(gitDirectory, 'HEAD'), 'ref: refs/heads/main\n');
}

/** A file with this content is not rewritten, because another replica may be reading it. */
async function writeNew(file: string, text: string): Promise<void> {
  const known = await readFile(file, 'utf8').catch(() => null);
  if (known !== text) await writeFile(file, text);
}

/** Updates the stored files to the present ones. @throws SnapshotError if there is too much */
function store(
  files: RecordedFiles,
  scan: Scan,
  { recorded }: DividedScan,
  { began, touched }: { readonly began: number; readonly touched: ReadonlySet<string> },
): void {
  const gone = [...files.names()].filter(
    (name) => !recorded.has(name) && !isBelowUnlisted(scan, name),
  );
  const fresh = [...recorded].filter(
    ([name, entry]) => !files.isStored(name, entry) || touched.has(name),
  );
  checkBounds(fresh.filter(([name, entry]) => !files.isKnown(name, entry)));
  // Removals come first, so that a file may become a directory.
  for (const name of gone) files.remove(name);
  for (const [name, entry] of fresh) files.record(name, entry, began);
}

/** @throws SnapshotError if there is too much to record */
function checkBounds(fresh: readonly (readonly [string, ScannedEntry])[]): void {
  if (fresh.length > maxNewFiles)
    throw new SnapshotError(`more than ${maxNewFiles} files are new`, true);
  const bytes = fresh.reduce((sum, [, { size }]) => sum + size, 0);
  if (bytes > maxNewBytes) throw new SnapshotError(`more than ${maxNewBytes} bytes are new`, true);
}

/** Entries in a directory that cannot be listed count as unchanged. */
function isBelowUnlisted(scan: Scan, name: string): boolean {
  return directoriesOf(name).some(
    (directory) => scan.entries.get(`${directory}/`)?.kind === 'unlisted',
  );
}

/** True if the service can read a file, or it is gone. */
function isReadable(file: string): boolean {
  try {
    closeSync(openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK));
    return true;
  } catch (thrown) {
    return isMissing(thrown);
  }
}
