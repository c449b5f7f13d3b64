import type { TurnRecord } from '../../protocol/records/work.js';
import type { RecordedWrites } from './revert-plan.js';
import type { ShadowRepository, TreeEntry } from './shadow-repository.js';

/**
 * What a settled turn changed; null: it changed no file.
 * @throws SnapshotError when its states are not kept any more
 */
export async function recordedWrites(
  repository: ShadowRepository,
  { diff, wroteFiles, startedAt, endedAt }: TurnRecord,
): Promise<RecordedWrites | null> {
  if (diff === undefined || wroteFiles.length === 0) return null;
  const [before, after] = await Promise.all([
    repository.entries(diff.before, wroteFiles),
    repository.entries(diff.after, wroteFiles),
  ]);
  const whole = (found: ReadonlyMap<string, TreeEntry>) =>
    new Map(wroteFiles.map((path) => [path, found.get(path) ?? null]));
  return { startedAt, endedAt: endedAt ?? startedAt, before: whole(before), after: whole(after) };
}

/** Whether the turn wrote files of which no states were recorded. */
export function isUnrecorded({ diff, wroteFiles }: TurnRecord): boolean {
  return diff === undefined && wroteFiles.length > 0;
}
