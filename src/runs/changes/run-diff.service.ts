import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { messageOf } from '../../platform/errors/error-text.js';
import { NotFoundError, RefusedError } from '../../platform/errors/office-error.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import type { FileChange, RunChanges } from '../../protocol/records/change-review.js';
import type { Run, TurnRecord } from '../../protocol/records/work.js';
import { isRunByTools } from '../../protocol/rules/run-by-tools.js';
import { unrecordedFiles } from '../../protocol/rules/unrecorded-files.js';
import { changesTexts } from '../../protocol/texts/changes.js';
import { deliveryTexts } from '../../protocol/texts/delivery.js';
import { WorkspaceFiles } from '../../workspaces/workspace-files.js';
import { isFinal } from '../../protocol/rules/run-status.js';
import { ResultsRepository } from '../history/results.repository.js';
import { RunsRepository } from '../history/runs.repository.js';
import { EndedRuns } from './ended-runs.js';
import { bytesOf, type Slice } from './patch-file.js';
import { isUnrecorded, recordedWrites } from './recorded-writes.js';
import { SnapshotError } from './shadow-git.js';
import type { ShadowRepository } from './shadow-repository.js';
import { SnapshotsService } from './snapshots.service.js';
import { type TreeDiff, treeDiff } from './tree-diff.js';
import type { TreeEntries } from './tree.js';
import { historyOf } from './write-history.js';

/** Changes cached, so that their parts are not recomputed for each request. */
const changesHeld = 50;

interface HeldChange {
  readonly version: string;
  /** Ids of the two compared trees; null: no file was written. */
  readonly trees: { readonly before: string; readonly after: string } | null;
  readonly disputed: readonly string[];
  /** Null: no file was written while states were recorded. */
  readonly diff: TreeDiff | null;
}

interface ChangeSides extends Pick<HeldChange, 'version' | 'trees'> {
  readonly run: Run;
  readonly files: readonly FileChange[];
}

interface ChangedRun {
  readonly run: Run;
  readonly turns: readonly TurnRecord[];
}

function withMark(file: FileChange): FileChange {
  return isRunByTools(file.path) ? { ...file, runByTools: true } : file;
}

/** The patch of a run or of some files, to be read once. */
class OpenPatch {
  constructor(
    private readonly handle: FileHandle | null,
    private readonly slices: readonly Slice[],
  ) {}

  get bytes(): number {
    return this.slices.reduce((sum, { from, to }) => sum + to - from, 0);
  }

  read(): AsyncIterable<Buffer> {
    return this.handle === null ? nothing() : bytesOf(this.handle, this.slices);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.handle?.close();
  }
}

/** All file changes of runs; for a run at work, those of its settled turns. */
@Injectable()
export class RunDiffService {
  private readonly log: ScopedLogger;
  /** By content key, the most recently used last. */
  private readonly held = new Map<string, Promise<HeldChange>>();

  constructor(
    private readonly runs: RunsRepository,
    private readonly results: ResultsRepository,
    private readonly files: WorkspaceFiles,
    private readonly snapshots: SnapshotsService,
    private readonly endedRuns: EndedRuns,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/snapshots');
  }

  /**
   * @param since a version of the change: only what was changed after it
   * @throws NotFoundError if there is no such run
   * @throws RefusedError if its files are not here, or its states are not kept
   */
  async changes(runId: string, since?: string): Promise<RunChanges> {
    const { run, turns } = await this.find(runId);
    const { version, diff, disputed } = await this.change(run, turns, since);
    const { files, patch } = diff ?? noDiff;
    return {
      runId,
      atWork: !isFinal(run.status),
      version,
      files: files.map(withMark),
      patchBytes: patch?.bytes ?? null,
      unrecorded: unheldFiles(turns),
      notes: [
        ...(patch === null ? [changesTexts.tooLarge(runId)] : []),
        ...(disputed.length > 0 ? [changesTexts.others(disputed)] : []),
      ],
    };
  }

  /** The changed files and the trees that they are in. @throws as `changes` */
  async sides(runId: string, since?: string): Promise<ChangeSides> {
    const { run, turns } = await this.find(runId);
    const { version, trees, diff } = await this.change(run, turns, since);
    return { run, version, trees, files: diff?.files ?? [] };
  }

  /**
   * The patch from the state before the run to the state after it, or those of the named files in
   * the same order.
   * @throws NotFoundError if there is no such run, or it did not change such a file
   * @throws RefusedError as in `changes`, and if the patch is too large
   */
  async openPatch(runId: string, paths: readonly string[], since?: string): Promise<OpenPatch> {
    const { run, turns } = await this.find(runId);
    for (let attempt = 1; ; attempt += 1) {
      const { diff } = await this.change(run, turns, since);
      const { files, patch } = diff ?? noDiff;
      const slices = slicesOf(runId, files, paths);
      if (patch === null) throw new RefusedError(changesTexts.tooLarge(runId));
      if (patch.bytes === 0) return new OpenPatch(null, []);
      try {
        return new OpenPatch(await open(patch.file), slices);
      } catch (thrown) {
        // The change was among the oldest and has been removed.
        this.held.delete(keyOf(run, turns, since));
        if (attempt > 1) throw thrown;
      }
    }
  }

  private async find(runId: string): Promise<ChangedRun> {
    const { record: run } = await this.runs.require(runId);
    const absence = await this.files.absence(run);
    if (absence !== null) throw new RefusedError(changesTexts.notShown(runId, absence));
    const rows = await this.results.turnsOf(runId);
    const turns = rows.map(({ record }) => record);
    if (run.worktreeAfter === undefined) return { run, turns };
    // A worktree is delivered as a whole.
    return { run, turns: [...(await this.endedRuns.turnsBefore(run, turns)), ...turns] };
  }

  /** @throws RefusedError */
  private async change(
    run: Run,
    turns: readonly TurnRecord[],
    since?: string,
  ): Promise<HeldChange> {
    const seen = since === undefined || since === '' ? null : seenTree(since);
    const key = keyOf(run, turns, since);
    const held = this.held.get(key) ?? this.make(run, turns, seen);
    this.held.delete(key);
    this.held.set(key, held);
    const [oldest] = this.held.keys();
    if (this.held.size > changesHeld && oldest !== undefined) this.held.delete(oldest);
    try {
      return await held;
    } catch (thrown) {
      if (this.held.get(key) === held) this.held.delete(key);
      if (thrown instanceof RefusedError) throw thrown;
      this.log.warn(`run ${run.id}: ${messageOf(thrown)}`);
      throw notShown(run.id, thrown);
    }
  }

  private async make(
    run: Run,
    turns: readonly TurnRecord[],
    seen: string | null,
  ): Promise<HeldChange> {
    // A file that was unrecorded in one turn may be recorded in another.
    const recorded = turns.filter(({ diff }) => diff !== undefined);
    if (recorded.every(({ wroteFiles }) => wroteFiles.length === 0)) {
      if (turns.some(isUnrecorded)) throw new SnapshotError('no state was recorded');
      return { version: '', trees: null, disputed: [], diff: null };
    }
    const repository = await this.snapshots.repositoryOf(run.workspacePath);
    const { before, after, disputed } = await netChange(repository, recorded);
    const version = `${before}-${after}`;
    if (seen === null) {
      const diff = await treeDiff(repository, before, after);
      return { version, trees: { before, after }, disputed, diff };
    }
    await repository.run({ args: ['cat-file', '-e', `${seen}^{tree}`] }).catch(() => {
      throw new RefusedError(changesTexts.sinceGone(run.id));
    });
    const diff = await treeDiff(repository, seen, after);
    return { version, trees: { before: seen, after }, disputed, diff };
  }
}

/**
 * The tree of the change at a version.
 * @throws RefusedError
 */
function seenTree(version: string): string {
  const [, after] = /^[0-9a-f]{40,64}-([0-9a-f]{40,64})$/.exec(version) ?? [];
  if (after === undefined) throw new RefusedError(changesTexts.badSince);
  return after;
}

/** The refusal of a change that git could not read. */
export function notShown(runId: string, thrown: unknown): RefusedError {
  const isGone = thrown instanceof SnapshotError && !thrown.isLasting;
  return new RefusedError(
    isGone ? deliveryTexts.notRecorded(runId) : changesTexts.notShown(runId, messageOf(thrown)),
  );
}

const noDiff: TreeDiff = { files: [], patch: { file: '', bytes: 0 } };

/** Includes files written while nothing was recorded. */
function unheldFiles(turns: readonly TurnRecord[]): readonly string[] {
  const unseen = turns.filter(isUnrecorded).flatMap(({ wroteFiles }) => wroteFiles);
  return [...new Set([...unrecordedFiles(turns), ...unseen])].sort();
}

/** Identifies a change by everything it depends on. */
function keyOf({ workspacePath }: Run, turns: readonly TurnRecord[], since = ''): string {
  const parts = turns.map(({ diff, wroteFiles, startedAt, endedAt }) => {
    const { before, after, beforeAt = startedAt, afterAt = endedAt } = diff ?? {};
    return [before, after, beforeAt, afterAt, wroteFiles];
  });
  return createHash('sha256')
    .update(JSON.stringify([workspacePath, parts, since]))
    .digest('hex');
}

/** The whole patch if no file is named. @throws NotFoundError */
function slicesOf(
  runId: string,
  files: readonly FileChange[],
  paths: readonly string[],
): readonly Slice[] {
  const wanted = new Set(paths);
  const slices: Slice[] = [];
  let from = 0;
  for (const { path, patchBytes } of files) {
    const to = from + (patchBytes ?? 0);
    if (paths.length === 0 || wanted.delete(path)) slices.push({ from, to });
    from = to;
  }
  const [missing] = paths.length === 0 ? [] : wanted;
  if (missing !== undefined) throw new NotFoundError(changesTexts.noFile(runId, missing));
  return slices;
}

async function* nothing(): AsyncGenerator<Buffer> {
  // There is nothing to yield.
}

/** The combined changes of turns as two trees. */
interface NetChange {
  /** The entry of each path before the first turn that wrote it. */
  readonly before: string;
  /** The entry of each path after the last turn. */
  readonly after: string;
  /** Paths that others changed between the turns; their changes are included. */
  readonly disputed: readonly string[];
}

/**
 * The combined change of turns; the two trees differ only in paths that the turns wrote. Paths with
 * a missing state are in neither.
 * @param turns at least one, with recorded states
 * @throws SnapshotError if the states are no longer kept
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
