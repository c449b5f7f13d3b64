import type { TurnRecord } from '../../protocol/records/work.js';
import { recordedWrites } from './recorded-writes.js';
import type { ShadowRepository } from './shadow-repository.js';
import { SnapshotError } from './shadow-git.js';
import type { TreeEntries } from './tree.js';
import { historyOf } from './write-history.js';

/** What turns changed together, as two trees. */
export interface NetChange {
  /** What stood at each path before the first turn that wrote it. */
  readonly before: string;
  /** What stands there since the last. */
  readonly after: string;
  /** Paths that others changed between the turns; what they did is part of the change. */
  readonly disputed: readonly string[];
}

/**
 * The two trees differ in paths that the turns wrote, and nowhere else. Paths of which a state is
 * missing are in neither.
 * @param turns some at least, whose states were recorded
 * @throws SnapshotError when the states are not kept any more
 */
export async function netChange(
  repository: ShadowRepository,
  turns: readonly TurnRecord[],
): Promise<NetChange> {
  const writes = await recordedWrites(repository, turns);
  const [first] = writes.toSorted((a, b) => a.beforeAt - b.beforeAt);
  if (first?.turn.diff === undefined) throw new SnapshotError('no state was recorded');
  const { origins, left, disputed } = historyOf(writes);
  const isHeld = (name: string): boolean =>
    origins.get(name)?.kind !== 'unrecorded' && left.get(name)?.kind !== 'unrecorded';
  const told = (entries: TreeEntries): TreeEntries =>
    new Map([...entries].map(([name, entry]) => [name, isHeld(name) ? entry : null]));
  const before = await repository.treeWith(first.turn.diff.before, told(origins));
  const after = await repository.treeWith(before, told(left));
  return { before, after, disputed };
}
