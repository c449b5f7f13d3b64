import path from 'node:path';
import type { Ignored } from './ignore-rules.js';
import type { Scan, ScannedEntry } from './scan.js';
import { excludedFolders } from './shadow-git.js';
import type { StateFacts, UnrecordedFact } from './state-facts.js';
import { maxFileBytes, type UnrecordedReason } from './tree.js';

/** An ignored folder with more files has a single mark. */
const maxToldFiles = 2000;

/** The entries of a workspace, divided by whether a state holds them. */
export interface DividedScan {
  readonly recorded: ReadonlyMap<string, ScannedEntry>;
  readonly unrecorded: ReadonlyMap<string, UnrecordedFact>;
  /** Recorded before an ignore rule covered them. */
  readonly ignored: ReadonlySet<string>;
}

/** Facts about files that a scan does not contain. */
interface ScanJudge {
  readonly ignored: Ignored | undefined;
  /** Recorded files stay recorded when they become ignored. */
  wasRecorded(name: string): boolean;
  /** For large files: true if git would call them unchanged. */
  isCommitted(name: string): boolean;
  isReadable(name: string, entry: ScannedEntry): boolean;
  /** Mark of an ignored file, with a hash of its content if known. */
  markOfIgnored(name: string, entry: ScannedEntry): string;
}

export function divideScan(scan: Scan, judge: ScanJudge): DividedScan {
  const recorded = new Map<string, ScannedEntry>();
  const unrecorded = new Map<string, UnrecordedFact>();
  const ignored = new Set<string>();
  for (const [name, entry] of scan.entries) {
    if (entry.kind === 'directory') continue;
    const isCovered = judge.ignored?.covers(name) === true || isExcluded(name, judge.ignored);
    const reason = reasonAgainst(name, entry, isCovered, judge);
    if (isCovered && reason !== 'ignored') ignored.add(name);
    if (reason !== null) {
      const isFile = reason === 'ignored' && entry.kind === 'file';
      unrecorded.set(name, {
        reason,
        mark: isFile ? judge.markOfIgnored(name, entry) : entry.mark,
      });
    }
    if (reason !== null) continue;
    recorded.set(name, entry);
  }
  return { recorded, unrecorded, ignored };
}

/** Why a state does not hold an entry; null: it does. */
function reasonAgainst(
  name: string,
  entry: ScannedEntry,
  isCovered: boolean,
  judge: ScanJudge,
): UnrecordedReason | null {
  if (entry.kind === 'folder') return isExcludedFolder(name) ? 'excluded' : 'ignored';
  if (entry.kind === 'unlisted') return 'unreadable';
  if (isCovered && !judge.wasRecorded(name)) return 'ignored';
  if (entry.kind === 'special') return entry.mark === '' ? 'name' : 'special';
  // Git refuses links of that name.
  if (entry.kind === 'link') return path.posix.basename(name) === '.gitmodules' ? 'name' : null;
  if (entry.size > maxFileBytes) return judge.isCommitted(name) ? 'committed' : 'large';
  return judge.isReadable(name, entry) ? null : 'unreadable';
}

export function factsOfScan(
  scan: Scan,
  { recorded, unrecorded, ignored }: DividedScan,
): StateFacts {
  const directories = new Map<string, number>();
  const modes = new Map<string, number>();
  for (const [name, { kind, mode }] of scan.entries) {
    if (kind === 'directory') directories.set(name, mode);
  }
  for (const [name, { kind, mode }] of recorded) {
    if (kind === 'file' && mode !== 0o644 && mode !== 0o755) modes.set(name, mode);
  }
  return { directories, modes, unrecorded, ignored };
}

/** Large folders that a rule covers as a whole. */
export function foldedBy(scan: Scan, ignored: Ignored): readonly string[] {
  const files = new Map<string, number>();
  for (const [name, { kind }] of scan.entries) {
    const folder = kind === 'directory' ? null : ignored.folderOf(name);
    if (folder !== null) files.set(folder, (files.get(folder) ?? 0) + 1);
  }
  return [...files].flatMap(([folder, count]) =>
    count > maxToldFiles ? [folder.slice(0, -1)] : [],
  );
}

const inExcludedFolder = new RegExp(
  `(?:^|/)(?:${[...excludedFolders].map((name) => RegExp.escape(name)).join('|')})/`,
);

/** True for an uncommitted file in a folder that is never recorded. */
function isExcluded(name: string, ignored: Ignored | undefined): boolean {
  return inExcludedFolder.test(name) && ignored?.committed.has(name) !== true;
}

/** True for a folder that is never recorded, with or without a trailing slash. */
export function isExcludedFolder(folder: string): boolean {
  return excludedFolders.has(path.posix.basename(folder));
}
