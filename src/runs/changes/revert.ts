import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../../platform/errors/error-text.js';
import type { TurnRecord } from '../../protocol/records/work.js';
import { InTheWayError, putBack } from './put-back.js';
import { recordedWrites } from './recorded-writes.js';
import { planMoves, planRevert, type RevertPlan } from './revert-plan.js';
import { markAt } from './scan.js';
import type { ShadowRepository } from './shadow-repository.js';
import { directoriesOf, type Entry, type TreeEntries } from './tree.js';
import type { RecordedWrites } from './write-history.js';

/** File times may lag behind the clock by one kernel tick, ms. */
const tickMs = 20;

/** The result of a revert. */
export interface Restored {
  /** Restored files and links. */
  readonly files: number;
  /** Changed paths that were not restored, because no state holds their former content. */
  readonly left: readonly string[];
  /** The turns wrote files, but all were as before already; nothing was done. */
  readonly wasSo: boolean;
}

interface RevertOrder {
  readonly turns: readonly TurnRecord[];
  /** Turns of retried runs, whose writes in between are reverted too if they are in the way. */
  readonly earlier: readonly TurnRecord[];
  /**
   * Redoes the turns instead: restores the files that are as before the turns to how they were
   * after them.
   */
  readonly redoes?: boolean;
  /**
   * Called before anything changes; its argument says that nothing needs to change.
   * @throws to cancel
   */
  readonly confirm: (wasSo: boolean) => Promise<void>;
}

/** Content would be lost at these paths. */
export class LossError extends Error {
  override readonly name = 'LossError';

  constructor(readonly paths: readonly string[]) {
    super(`something would be lost in ${paths.join(', ')}`);
  }
}

/** The turns' states are no longer kept. */
export class StatesGoneError extends Error {
  override readonly name = 'StatesGoneError';
}

/**
 * Restores the workspace to before the turns, all or nothing; files that they did not write stay
 * unchanged.
 * @throws LossError, StatesGoneError; SnapshotError; an error of the system
 */
export async function revertWrites(
  repository: ShadowRepository,
  { turns, earlier, redoes = false, confirm }: RevertOrder,
): Promise<Restored> {
  const { writes: made, between } = await writesOf(repository, turns, earlier);
  const writes = redoes ? made.map(backwards) : made;
  const current = await repository.snapshot();
  const all = [...writes, ...between];
  const paths = all.flatMap(({ before }) => [...before.keys()]);
  const now = await repository.entries(current, paths);
  const plan = planRevert(writes, between, all.every(hasExactStates) ? now : coarseEntries(now));
  const { moves, conflicts } = planMoves(plan, marksFor(repository.place.workspace, plan, now));
  const back = new Set(moves.map(({ to }) => to));
  const from = new Set(moves.map((move) => move.from));
  // On a redo even a file made since the revert may be somebody else's.
  const since = redoes ? Infinity : Math.min(...writes.map(({ beforeAt }) => beforeAt));
  const older = await olderThan(repository.place.workspace, plan.foreign, since);
  const lost = [
    ...new Set([...plan.conflicts, ...conflicts, ...older.filter((name) => !from.has(name))]),
  ].sort();
  if (lost.length > 0) throw new LossError(lost);
  const left = plan.left.filter((name) => !back.has(name));
  const wasSo = paths.length > 0 && plan.wanted.size + moves.length + left.length === 0;
  await confirm(wasSo);
  const stayed = await carryOut(repository, { wanted: plan.wanted, now, moves });
  const isFile = (name: string): boolean =>
    plan.wanted.get(name)?.kind !== 'directory' && now.get(name)?.kind !== 'directory';
  const unexplained = stayed.filter((folder) => !left.some((name) => name.startsWith(folder)));
  return {
    files: [...plan.wanted.keys()].filter(isFile).length,
    left: [...left, ...unexplained].sort(),
    wasSo,
  };
}

/** The writes as if they had been made in the opposite direction. */
function backwards({ turn, before, after, beforeAt, afterAt }: RecordedWrites): RecordedWrites {
  return { turn, before: after, after: before, beforeAt: -afterAt, afterAt: -beforeAt };
}

async function carryOut(
  repository: ShadowRepository,
  order: Parameters<typeof putBack>[1],
): Promise<readonly string[]> {
  try {
    return await putBack(repository, order);
  } catch (thrown) {
    if (thrown instanceof InTheWayError) throw new LossError([thrown.path]);
    throw thrown;
  }
}

/** The writes to undo, including those of retried runs after the first of them. */
async function writesOf(
  repository: ShadowRepository,
  turns: readonly TurnRecord[],
  earlier: readonly TurnRecord[],
): Promise<{
  readonly writes: readonly RecordedWrites[];
  readonly between: readonly RecordedWrites[];
}> {
  try {
    const writes = await recordedWrites(repository, turns);
    const first = Math.min(...writes.map(({ beforeAt }) => beforeAt));
    const known = await recordedWrites(repository, earlier);
    return { writes, between: known.filter(({ beforeAt }) => beforeAt >= first) };
  } catch (thrown) {
    throw new StatesGoneError(messageOf(thrown));
  }
}

function hasExactStates({ turn: { diff } }: RecordedWrites): boolean {
  return diff !== undefined && hasFacts(diff.before) && hasFacts(diff.after);
}

function coarseEntries(entries: TreeEntries): TreeEntries {
  return new Map([...entries].map(([name, entry]) => [name, coarse(entry)]));
}

/** Files made before then, under any name. */
async function olderThan(
  workspace: string,
  names: readonly string[],
  since: number,
): Promise<readonly string[]> {
  const isOlder = await Promise.all(
    names.map(async (name) => {
      const stats = await lstat(path.join(workspace, name)).catch(() => null);
      return stats !== null && stats.birthtimeMs > 0 && stats.birthtimeMs < since - tickMs;
    }),
  );
  return names.filter((_name, index) => isOlder[index]);
}

/** Needed only if something is missing that may exist under another name. */
function marksFor(
  workspace: string,
  { vanished, created, replaced }: RevertPlan,
  now: TreeEntries,
): ReadonlyMap<string, string> {
  if (vanished.size === 0) return new Map();
  const names = new Set(
    [...created, ...replaced].flatMap((name) => [name, ...directoriesOf(name)]),
  );
  return new Map(
    [...names].map((name) => {
      const mark = markAt(path.join(workspace, name)) ?? '';
      const entry = now.get(name);
      return [name, entry?.kind === 'file' ? `${mark} ${entry.id}` : mark];
    }),
  );
}

/** True if permissions, directories and unrecorded entries of a state are known. */
function hasFacts(state: string): boolean {
  return state.includes('-');
}

/**
 * The entry in the detail of earlier versions: only the executable bit, without directories and
 * unrecorded entries.
 */
function coarse(entry: Entry | null): Entry | null {
  if (entry?.kind === 'link') return entry;
  if (entry?.kind !== 'file') return null;
  return { ...entry, mode: (entry.mode & 0o100) === 0 ? 0o644 : 0o755 };
}
