import pLimit from 'p-limit';
import type { TurnRecord } from '../../protocol/records/work.js';
import type { TurnDiff } from '../../protocol/records/file-changes.js';
import type { ShadowRepository } from './shadow-repository.js';
import { unrecordedChanges } from './state-changes.js';
import { directoriesOf, type Entry, type TreeEntries } from './tree.js';
import type { RecordedWrites } from './write-history.js';

/** Trees read at the same time. */
const readsAtOnce = 4;

interface ChangingTurn {
  readonly turn: TurnRecord;
  readonly diff: TurnDiff;
  readonly paths: readonly string[];
}

/**
 * The changes of settled turns; turns without changes are left out.
 * @throws SnapshotError if their states are no longer kept
 */
export async function recordedWrites(
  repository: ShadowRepository,
  turns: readonly TurnRecord[],
): Promise<readonly RecordedWrites[]> {
  const atOnce = pLimit(readsAtOnce);
  const all = await Promise.all(turns.map((turn) => atOnce(() => changingTurn(repository, turn))));
  const changing = all.filter((each) => each !== null);
  const paths = [...new Set(changing.flatMap((each) => each.paths))];
  const trees = new Set(changing.flatMap(({ diff }) => [diff.before, diff.after]));
  const found = new Map(
    await Promise.all(
      [...trees].map((tree) =>
        atOnce(async () => [tree, await repository.entries(tree, paths)] as const),
      ),
    ),
  );
  const at = (tree: string, path: string): Entry | null => found.get(tree)?.get(path) ?? null;
  const made = new Set(
    changing.flatMap(({ diff, paths: own }) =>
      own.filter((path) => at(diff.before, path) === null),
    ),
  );
  const hidden = new Set(
    changing.flatMap(({ diff, paths: own }) =>
      own.filter((path) => made.has(path) && at(diff.after, path)?.kind === 'unrecorded'),
    ),
  );
  return changing.map(({ turn, diff, paths: listed }): RecordedWrites => {
    const written = new Set(turn.wroteFiles);
    // A path that was still hidden from git when a colleague's turn ended.
    const shown = [...hidden].filter(
      (path) => at(diff.before, path) === null && isRecorded(at(diff.after, path)),
    );
    const own = [...new Set([...listed, ...shown])];
    // A path that only became visible was not written, unless an earlier turn made it.
    const isSeen = (path: string): boolean =>
      at(diff.before, path)?.kind === 'unrecorded' && at(diff.after, path)?.kind !== 'unrecorded';
    const isOfOthers = (path: string): boolean =>
      at(diff.after, path) !== null && isSeen(path) && !made.has(path);
    const told = own.filter((path) => written.has(path) || !isOfOthers(path));
    const entriesOf = (tree: string): TreeEntries =>
      new Map(told.map((path) => [path, at(tree, path)]));
    return {
      turn,
      beforeAt: diff.beforeAt ?? turn.startedAt,
      afterAt: diff.afterAt ?? turn.endedAt ?? turn.startedAt,
      before: entriesOf(diff.before),
      after: entriesOf(diff.after),
    };
  });
}

function isRecorded(entry: Entry | null): boolean {
  return entry !== null && entry.kind !== 'unrecorded';
}

/** Null: the turn has no recorded changes. */
async function changingTurn(
  repository: ShadowRepository,
  turn: TurnRecord,
): Promise<ChangingTurn | null> {
  const { diff, wroteFiles } = turn;
  if (diff === undefined) return null;
  const { directories = [] } = diff;
  const [unheld, shown] = await Promise.all([
    unheldPaths(repository, diff),
    shownPaths(repository, diff),
  ]);
  const paths = [...new Set([...wroteFiles, ...directories, ...unheld, ...shown])];
  return paths.length === 0 ? null : { turn, diff, paths };
}

/** Changed paths without a record, one by one. */
async function unheldPaths(
  repository: ShadowRepository,
  { before, after }: TurnDiff,
): Promise<readonly string[]> {
  const [had, has] = await Promise.all([repository.facts(before), repository.facts(after)]);
  return unrecordedChanges(had, has);
}

/** Paths that the turn changed while git did not show them, and that it shows at the end. */
async function shownPaths(
  repository: ShadowRepository,
  { before, after, unrecorded = [] }: TurnDiff,
): Promise<readonly string[]> {
  if (unrecorded.length === 0) return [];
  const told = new Set(unrecorded);
  const isTold = (path: string): boolean =>
    told.has(path) || directoriesOf(path).some((directory) => told.has(`${directory}/`));
  return (await repository.changes(before, after)).paths.filter(isTold);
}

/** True if the turn wrote files while no states were recorded. */
export function isUnrecorded({ diff, wroteFiles }: TurnRecord): boolean {
  return diff === undefined && wroteFiles.length > 0;
}
