import type { TurnRecord } from '../../protocol/records/work.js';
import type { ShadowRepository, TreeEntry } from './shadow-repository.js';
import type { RecordedWrites } from './write-history.js';

/**
 * What settled turns changed; those that changed no file are left out.
 * @throws SnapshotError when their states are not kept any more
 */
export async function recordedWrites(
  repository: ShadowRepository,
  turns: readonly TurnRecord[],
): Promise<readonly RecordedWrites[]> {
  const writes: RecordedWrites[] = [];
  for (const turn of turns) {
    const { diff, wroteFiles, startedAt, endedAt } = turn;
    if (diff === undefined || wroteFiles.length === 0) continue;
    const [before, after] = await Promise.all([
      repository.entries(diff.before, wroteFiles),
      repository.entries(diff.after, wroteFiles),
    ]);
    const whole = (found: ReadonlyMap<string, TreeEntry>) =>
      new Map(wroteFiles.map((path) => [path, found.get(path) ?? null]));
    writes.push({
      turn,
      beforeAt: diff.beforeAt ?? startedAt,
      afterAt: diff.afterAt ?? endedAt ?? startedAt,
      before: whole(before),
      after: whole(after),
    });
  }
  return writes;
}

/** Whether the turn wrote files of which no states were recorded. */
export function isUnrecorded({ diff, wroteFiles }: TurnRecord): boolean {
  return diff === undefined && wroteFiles.length > 0;
}
