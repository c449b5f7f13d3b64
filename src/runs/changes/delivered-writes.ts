import { RefusedError } from '../../platform/errors/office-error.js';
import { deliveryTexts } from '../../protocol/texts/delivery.js';
import type { EndedRun } from './ended-runs.js';
import { isUnrecorded, recordedWrites } from './recorded-writes.js';
import type { ShadowRepository, TreeEntries } from './shadow-repository.js';
import { differences, effectiveWrites, historyOf, type RecordedWrites } from './write-history.js';

/** What is committed at the paths of a workspace. */
export type CommittedAt = (paths: readonly string[]) => Promise<TreeEntries>;

/**
 * The writes that make up a run's changes on top of what is committed, in the order in which they
 * ended. Those of runs that it retries are among them where they stood when it went on from them.
 * @throws RefusedError naming the files that were not as committed
 * @throws SnapshotError when states are not kept any more
 */
export async function deliveredWrites(
  shadow: ShadowRepository,
  { run, turns, earlier }: EndedRun,
  committedAt: CommittedAt,
): Promise<readonly RecordedWrites[]> {
  if (turns.some(isUnrecorded)) throw new RefusedError(deliveryTexts.notRecorded(run.id));
  const own = await recordedWrites(shadow, turns);
  const before = await standingWrites(shadow, own, earlier);
  if (before.length > 0) {
    const all = effectiveWrites([...before, ...own]);
    if ((await strangePaths(all, committedAt)).length === 0) return inOrderOfEnd(all);
  }
  const writes = effectiveWrites(own);
  const strange = await strangePaths(writes, committedAt);
  if (strange.length > 0) throw new RefusedError(deliveryTexts.notOnTop(run.id, strange));
  return inOrderOfEnd(writes);
}

/** What earlier runs wrote, if it was there still when the run itself first wrote; else nothing. */
async function standingWrites(
  shadow: ShadowRepository,
  own: readonly RecordedWrites[],
  earlier: EndedRun['earlier'],
): Promise<readonly RecordedWrites[]> {
  const first = own.find(({ turn }) => turn.takenFrom === undefined)?.turn.diff?.before;
  if (first === undefined || earlier.some(isUnrecorded)) return [];
  const writes = await recordedWrites(shadow, earlier);
  const taken = own.filter(({ turn }) => turn.takenFrom !== undefined);
  const { left } = historyOf([...writes, ...taken]);
  const there = await shadow.entries(first, [...left.keys()]);
  return differences(left, there).length === 0 ? writes : [];
}

/** Paths that were not as committed before the writes, or that others changed between them. */
async function strangePaths(
  writes: readonly RecordedWrites[],
  committedAt: CommittedAt,
): Promise<readonly string[]> {
  const { origins, disputed } = historyOf(writes);
  const there = await committedAt([...origins.keys()]);
  return [...new Set([...disputed, ...differences(origins, there)])].sort();
}

function inOrderOfEnd(writes: readonly RecordedWrites[]): readonly RecordedWrites[] {
  return [...writes].sort((a, b) => a.afterAt - b.afterAt);
}
