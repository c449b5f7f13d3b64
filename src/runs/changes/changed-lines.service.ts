import { Injectable } from '@nestjs/common';
import { NotFoundError, RefusedError } from '../../platform/errors/office-error.js';
import { limits } from '../../protocol/limits.js';
import type { ChangeSide } from '../../protocol/records/enums.js';
import type { ChangedLines, RunChanges } from '../../protocol/records/change-review.js';
import { changesTexts } from '../../protocol/texts/changes.js';
import { notShown, RunDiffService } from './run-diff.service.js';
import { SnapshotsService } from './snapshots.service.js';

/** A file of a change, as a whole. */
interface ChangedFile {
  readonly version: string;
  readonly lines: readonly string[];
}

interface LinesRequest {
  readonly path: string;
  readonly side: ChangeSide;
  /** First and last line, from 1. */
  readonly from?: number;
  readonly to?: number;
  /** Version of the change that was seen last. */
  readonly since?: string | undefined;
}

/** Reads the files that a run changed, as they were before and after it. */
@Injectable()
export class ChangedLinesService {
  constructor(
    private readonly diffs: RunDiffService,
    private readonly snapshots: SnapshotsService,
  ) {}

  /**
   * Some lines of a side of a changed file.
   * @throws NotFoundError if there is no such run, or it did not change such a file
   * @throws RefusedError if there is no text on that side, or it cannot be shown
   */
  async read(runId: string, request: LinesRequest): Promise<ChangedLines> {
    const { path, side, from = 1, to = Infinity, since } = request;
    const { version, lines } = await this.file(runId, { path, side }, since);
    const last = Math.min(to, from + limits.changedFileLines - 1);
    return { path, side, from, total: lines.length, lines: lines.slice(from - 1, last), version };
  }

  /** The whole file. @throws as `read` */
  async file(
    runId: string,
    { path, side }: Pick<LinesRequest, 'path' | 'side'>,
    since?: string,
  ): Promise<ChangedFile> {
    const { run, trees, files, version } = await this.diffs.sides(runId, since);
    const file = changedFile(runId, files, path);
    const isMissing = file.kind === (side === 'old' ? 'added' : 'deleted');
    if (isMissing || trees === null) throw new RefusedError(changesTexts.noSide(path, side));
    if (file.added === null) throw new RefusedError(changesTexts.notText(path));
    const repository = await this.snapshots.repositoryOf(run.workspacePath);
    const tree = side === 'old' ? trees.before : trees.after;
    // The list may be older than the removal of its states.
    const text = await repository
      .run({ args: ['cat-file', 'blob', `${tree}:${path}`] })
      .catch((thrown: unknown) => Promise.reject(notShown(runId, thrown)));
    return { version, lines: linesOf(text) };
  }
}

function changedFile(runId: string, files: RunChanges['files'], path: string) {
  const file = files.find((each) => each.path === path);
  if (file === undefined) throw new NotFoundError(changesTexts.noFile(runId, path));
  return file;
}

/** As a patch counts them: only a line feed ends a line. */
function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}
