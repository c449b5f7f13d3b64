import { Injectable } from '@nestjs/common';
import { clip } from '../../platform/text/clip.js';
import { NotFoundError, RefusedError } from '../../platform/errors/office-error.js';
import { limits } from '../../protocol/limits.js';
import type { GivenComment, RunComment } from '../../protocol/records/change-review.js';
import { commentTexts } from '../../protocol/texts/comments.js';
import { findRole } from '../../workspaces/people/change-role.js';
import { WorkspacesService } from '../../workspaces/workspaces.service.js';
import { ChangedLinesService } from '../changes/changed-lines.service.js';
import { ResultsRepository } from '../history/results.repository.js';
import { writersOf } from './comment-instruction.js';

/** A comment with the lines that it is about and their writer. */
export type PlacedComment = GivenComment & Pick<RunComment, 'quoted' | 'roleId'>;

/** The files that comments are about, and their writers. */
@Injectable()
export class CommentedFiles {
  constructor(
    private readonly lines: ChangedLinesService,
    private readonly results: ResultsRepository,
    private readonly workspaces: WorkspacesService,
  ) {}

  /**
   * The comments with their lines and writers.
   * @throws RefusedError if one is about no line of the change
   */
  async placed(runId: string, given: readonly GivenComment[]): Promise<readonly PlacedComment[]> {
    if (given.length === 0) return [];
    const rows = await this.results.turnsOf(runId);
    const writers = writersOf(rows.map(({ record }) => record));
    const read = new Map<string, readonly string[]>();
    const placed: PlacedComment[] = [];
    for (const [index, comment] of given.entries()) {
      const { path, side, line, fromLine = line } = comment;
      const key = `${side} ${path}`;
      const lines = read.get(key) ?? (await this.linesOf(runId, comment, index + 1));
      read.set(key, lines);
      if (line > lines.length) {
        throw refused(runId, index + 1, commentTexts.noLine(path, side, lines.length));
      }
      const quoted = lines.slice(fromLine - 1, line).join('\n');
      const roleId = writers.get(path);
      placed.push({
        ...comment,
        quoted: clip(quoted, limits.commentQuoteCharacters, '…'),
        ...(roleId !== undefined && { roleId }),
      });
    }
    return placed;
  }

  /** Names of a floor's employees by role; an unknown role is named by its id. */
  async namesOn(workspaceId: string): Promise<(roleId: string) => string> {
    const floor = await this.workspaces.find(workspaceId);
    return (roleId) => findRole(floor, roleId)?.displayName ?? roleId;
  }

  private async linesOf(
    runId: string,
    { path, side }: GivenComment,
    number: number,
  ): Promise<readonly string[]> {
    try {
      return (await this.lines.file(runId, { path, side })).lines;
    } catch (thrown) {
      if (thrown instanceof NotFoundError) throw refused(runId, number, commentTexts.noFile(path));
      if (!(thrown instanceof RefusedError)) throw thrown;
      throw refused(runId, number, commentTexts.notShown(path, thrown.message));
    }
  }
}

function refused(runId: string, number: number, what: string): RefusedError {
  return new RefusedError(commentTexts.refused(runId, commentTexts.notOne(number, what)));
}
