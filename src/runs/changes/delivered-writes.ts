import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { RefusedError } from '../../platform/errors/office-error.js';
import type { TurnDiff } from '../../protocol/records/file-changes.js';
import { deliveryTexts } from '../../protocol/texts/delivery.js';
import type { DeliveryRepository } from './delivery-repository.js';
import type { ContinuedRun, EndedRun } from './ended-runs.js';
import { isUnrecorded as isNotRecorded, recordedWrites } from './recorded-writes.js';
import { markAt } from './scan.js';
import type { ShadowRepository } from './shadow-repository.js';
import { unrecordedAt } from './state-changes.js';
import {
  differences,
  directoriesOf,
  type Entry,
  gitMode,
  type TreeEntries,
  type UnrecordedReason,
} from './tree.js';
import { effectiveWrites, historyOf, type RecordedWrites } from './write-history.js';

/** A turn's part of a delivery. */
interface DeliveredWrites {
  readonly writes: RecordedWrites;
  /** The turn's states; git attributes are those of the second. */
  readonly diff: TurnDiff;
  readonly after: TreeEntries;
}

interface DeliveredChange {
  /** The continued runs whose writes are part of it, the latest first. */
  readonly continued: readonly ContinuedRun[];
  /** In the order of their ends. */
  readonly turns: readonly DeliveredWrites[];
  /**
   * Files made by the run that no state holds, as they are in the workspace: absolute names by
   * path.
   */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * The writes of a run's changes on top of the commit. Writes of runs that it retries or continues
 * are included if they still stood when it first wrote, and began on committed content.
 * @param commit base of the branch; the repository has its index
 * @throws RefusedError naming files that differed from the commit, or cannot be delivered
 * @throws SnapshotError if states are no longer kept
 */
export async function deliveredWrites(
  shadow: ShadowRepository,
  repository: DeliveryRepository,
  { run, turns, earlier, continued }: EndedRun,
  commit: string,
): Promise<DeliveredChange> {
  if (turns.some(isNotRecorded)) throw new RefusedError(deliveryTexts.notRecorded(run.id));
  const own = await recordedWrites(shadow, turns);
  const strange = (writes: readonly RecordedWrites[]): Promise<readonly string[]> =>
    strangePaths(shadow, repository, writes, commit);
  const whole = await withRunsBefore(shadow, own, { earlier, continued }, strange);
  const { writes, found } =
    whole === null
      ? await uncommittedWrites(repository, effectiveWrites(own), strange, commit)
      : { writes: whole.writes, found: [] };
  if (own.length > 0 && writes.every(({ after }) => after.size === 0)) {
    throw new RefusedError(deliveryTexts.allCommitted(run.id));
  }
  const inside = await insideOthers(shadow, repository, writes, commit);
  if (inside.length > 0) throw new RefusedError(deliveryTexts.insideOthers(run.id, inside));
  if (found.length > 0) throw new RefusedError(deliveryTexts.notOnTop(run.id, found));
  const ordered = [...writes].sort((a, b) => a.afterAt - b.afterAt);
  const change = await changeOf(shadow, repository, ordered, { runId: run.id, commit });
  return { ...change, continued: whole?.continued ?? [] };
}

/** The writes with those of as many earlier runs as possible; null: none can be included. */
async function withRunsBefore(
  shadow: ShadowRepository,
  own: readonly RecordedWrites[],
  { earlier, continued }: Pick<EndedRun, 'earlier' | 'continued'>,
  strange: (writes: readonly RecordedWrites[]) => Promise<readonly string[]>,
): Promise<{
  readonly writes: readonly RecordedWrites[];
  readonly continued: readonly ContinuedRun[];
} | null> {
  for (let count = continued.length; count >= 0; count -= 1) {
    const included = continued.slice(0, count);
    const turns = [...included.toReversed().flatMap((each) => each.turns), ...earlier];
    const before = await standingWrites(shadow, own, turns);
    if (before.length === 0) continue;
    const writes = effectiveWrites([...before, ...own]);
    if ((await strange(writes)).length === 0) return { writes, continued: included };
  }
  return null;
}

/**
 * The writes without those whose content is in the commit (the run or a person committed it, or
 * switched branches), and which of the remaining paths differed from the commit.
 */
async function uncommittedWrites(
  repository: DeliveryRepository,
  writes: readonly RecordedWrites[],
  strange: (writes: readonly RecordedWrites[]) => Promise<readonly string[]>,
  commit: string,
): Promise<{ readonly writes: readonly RecordedWrites[]; readonly found: readonly string[] }> {
  const found = new Set(await strange(writes));
  if (found.size === 0) return { writes, found: [] };
  const ordered = [...writes].sort((a, b) => a.afterAt - b.afterAt);
  const committedAfter = new Map<string, number>();
  for (const [at, { turn, after }] of ordered.entries()) {
    const told = new Map(
      [...after].filter(([name, entry]) => found.has(name) && entry?.kind !== 'unrecorded'),
    );
    if (turn.diff === undefined || told.size === 0) continue;
    await repository.begin(commit);
    await repository.add(turn.diff.after, told);
    const differing = new Set(await repository.differing(commit));
    for (const name of told.keys()) if (!differing.has(name)) committedAfter.set(name, at);
  }
  await repository.begin(commit);
  if (committedAfter.size === 0) return { writes, found: [...found] };
  const left = ordered.map((each, at) => {
    const rest = (entries: TreeEntries): TreeEntries =>
      new Map([...entries].filter(([name]) => at > (committedAfter.get(name) ?? -1)));
    return { ...each, before: rest(each.before), after: rest(each.after) };
  });
  return { writes: left, found: await strange(left) };
}

/** Writes of earlier runs, if they still stood when the run first wrote; else none. */
async function standingWrites(
  shadow: ShadowRepository,
  own: readonly RecordedWrites[],
  earlier: EndedRun['earlier'],
): Promise<readonly RecordedWrites[]> {
  const first = own.find(({ turn }) => turn.takenFrom === undefined)?.turn.diff?.before;
  if (first === undefined || earlier.some(isNotRecorded)) return [];
  const writes = await recordedWrites(shadow, earlier);
  const taken = own.filter(({ turn }) => turn.takenFrom !== undefined);
  const left = contentsOf(historyOf([...writes, ...taken]).left);
  const there = await shadow.entries(first, [...left.keys()]);
  return differences(left, there).length === 0 ? writes : [];
}

/**
 * Paths that git would have called modified before the writes, or that others changed between them.
 * An unrecorded file that existed before counts only if the commit has it.
 */
async function strangePaths(
  shadow: ShadowRepository,
  repository: DeliveryRepository,
  writes: readonly RecordedWrites[],
  commit: string,
): Promise<readonly string[]> {
  const { origins, disputed } = historyOf(writes);
  const first = writes.toSorted((a, b) => a.beforeAt - b.beforeAt)[0]?.turn.diff;
  if (first === undefined) return disputed;
  await repository.begin(commit);
  const had = await shadow.facts(first.before);
  const atFirst = await shadow.entries(first.before, [...origins.keys()]);
  const stood = [...origins].map(([name, entry]): [string, Entry | null] => [
    name,
    had.ignored.has(name) ? null : originOf(atFirst.get(name) ?? null, entry),
  ]);
  await repository.add(first.before, new Map(stood));
  const differing = await repository.differing(commit);
  await repository.begin(commit);
  const unheld = stood.flatMap(([name, entry]) =>
    entry?.kind === 'unrecorded' && entry.reason !== 'committed' ? [name] : [],
  );
  return [...new Set([...disputed, ...differing, ...unheld])].sort();
}

/** The entry at a path before the run; null if git did not show it then. */
function originOf(atFirst: Entry | null, entry: Entry | null): Entry | null {
  if (atFirst?.kind !== 'unrecorded') return entry;
  const isUnseen = ['ignored', 'excluded', 'special'].includes(atFirst.reason);
  return isUnseen ? null : entry;
}

/** The written paths inside nested repositories. */
async function insideOthers(
  { place }: ShadowRepository,
  repository: DeliveryRepository,
  writes: readonly RecordedWrites[],
  commit: string,
): Promise<readonly string[]> {
  const entries = writes.flatMap(({ before, after }) => [...before, ...after]);
  const recorded = entries.filter(([, entry]) => entry !== null && gitMode(entry) !== null);
  const paths = [...new Set(recorded.map(([name]) => name))];
  const directories = [...new Set(paths.flatMap((name) => [...directoriesOf(name), name]))];
  const others = new Set(await repository.submodules(commit, directories));
  for (const directory of new Set(paths.flatMap(directoriesOf))) {
    const control = path.join(place.workspace, directory, '.git');
    const isThere = await lstat(control).then(
      () => true,
      () => false,
    );
    if (isThere) others.add(directory);
  }
  return paths.filter((name) => [...directoriesOf(name), name].some((each) => others.has(each)));
}

async function changeOf(
  shadow: ShadowRepository,
  repository: DeliveryRepository,
  writes: readonly RecordedWrites[],
  { runId, commit }: { readonly runId: string; readonly commit: string },
): Promise<Omit<DeliveredChange, 'continued'>> {
  const last = writes.at(-1)?.turn.diff;
  if (last === undefined) return { turns: [], files: new Map() };
  const facts = await shadow.facts(last.after);
  const paths = [...new Set(writes.flatMap(({ after }) => [...after.keys()]))];
  const committed = await repository.committed(commit, paths);
  const isIgnored = (name: string): boolean =>
    facts.ignored.has(name) || unrecordedAt(facts, name)?.reason === 'ignored';
  const { left } = historyOf(writes);
  const gone = [...committed].filter((name) => left.get(name) === null);
  const sparse = await repository.leftOutOfTree(gone);
  const isLeftOut = (name: string): boolean =>
    sparse.has(name) || (isIgnored(name) && !committed.has(name));
  const files = new Map<string, string>();
  const missing: string[] = [];
  for (const [name, entry] of left) {
    if (entry?.kind !== 'unrecorded' || isLeftOut(name)) continue;
    // The rule that covered it may be gone.
    const reason = facts.unrecorded.get(name)?.reason ?? entry.reason;
    const isInPlace = reason === 'special' && committed.has(name);
    if (!isMissed(reason) && !isInPlace) continue;
    const file = path.join(shadow.place.workspace, name);
    if (isLarge(reason) && markAt(file) === entry.mark) files.set(name, file);
    else missing.push(name);
  }
  if (missing.length > 0) throw new RefusedError(deliveryTexts.notHeld(runId, missing.sort()));
  const turns = writes.flatMap((each): DeliveredWrites[] => {
    const { diff } = each.turn;
    const told = [...each.after].filter(
      ([name, entry]) => !isLeftOut(name) && entry?.kind !== 'unrecorded',
    );
    return diff === undefined ? [] : [{ writes: each, diff, after: new Map(told) }];
  });
  return { turns, files };
}

/** True if git would commit the path although no state holds it. */
function isMissed(reason: UnrecordedReason): boolean {
  return isLarge(reason) || reason === 'unreadable' || reason === 'name';
}

function isLarge(reason: UnrecordedReason): boolean {
  return reason === 'large' || reason === 'committed';
}

function contentsOf(entries: TreeEntries): TreeEntries {
  return new Map(
    [...entries].filter(([, entry]) => entry?.kind !== 'directory' && entry?.kind !== 'unrecorded'),
  );
}
