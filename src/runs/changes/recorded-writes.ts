import pLimit from 'p-limit';
import type { TurnRecord } from '../../protocol/records/work.js';
import type { ShadowRepository, TreeEntries } from './shadow-repository.js';
import type { RecordedWrites } from './write-history.js';

/** Trees that are read at the same time. */
const readsAtOnce = 4;

/**
 * What settled turns changed; those that changed no file are left out.
 * @throws SnapshotError when their states are not kept any more
 */
export async function recordedWrites(
  repository: ShadowRepository,
  turns: readonly TurnRecord[],
): Promise<readonly RecordedWrites[]> {
  const changing = turns.flatMap((turn) => {
    const { diff, wroteFiles } = turn;
    return diff === undefined || wroteFiles.length === 0 ? [] : [{ turn, diff, wroteFiles }];
  });
  const paths = [...new Set(changing.flatMap(({ wroteFiles }) => wroteFiles))];
  const trees = new Set(changing.flatMap(({ diff }) => [diff.before, diff.after]));
  const atOnce = pLimit(readsAtOnce);
  const found = new Map(
    await Promise.all(
      [...trees].map((tree) =>
        atOnce(async () => [tree, await repository.entries(tree, paths)] as const),
      ),
    ),
  );
  return changing.map(({ turn, diff, wroteFiles }): RecordedWrites => {
    const entriesOf = (tree: string): TreeEntries =>
      new Map(wroteFiles.map((path) => [path, found.get(tree)?.get(path) ?? null]));
    return {
      turn,
      beforeAt: diff.beforeAt ?? turn.startedAt,
      afterAt: diff.afterAt ?? turn.endedAt ?? turn.startedAt,
      before: entriesOf(diff.before),
      after: entriesOf(diff.after),
    };
  });
}

/** Whether the turn wrote files of which no states were recorded. */
export function isUnrecorded({ diff, wroteFiles }: TurnRecord): boolean {
  return diff === undefined && wroteFiles.length > 0;
}
