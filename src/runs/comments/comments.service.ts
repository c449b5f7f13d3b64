import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { Transactions } from '../../platform/database/transactions.js';
import type { Tx } from '../../platform/database/tx.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import { Ids } from '../../platform/ids.js';
import { limits } from '../../protocol/limits.js';
import type { Commented } from '../../protocol/command-results.js';
import type { RunComment } from '../../protocol/records/change-review.js';
import type { CommentSending } from '../../protocol/records/enums.js';
import type { Run } from '../../protocol/records/work.js';
import { isFinal } from '../../protocol/rules/run-status.js';
import { commentTexts } from '../../protocol/texts/comments.js';
import { byPerson } from '../history/deeds.js';
import type { RunEntity } from '../history/run.entity.js';
import { RunsRepository } from '../history/runs.repository.js';
import { SteeringService } from '../submit/steering.service.js';
import { SubmissionService } from '../submit/submission.service.js';
import { CommentedFiles, type PlacedComment } from './commented-files.js';
import { instructionOf, linesOf } from './comment-instruction.js';
import { givenComments } from './given-comments.js';

/** A request with comments on the change of a run. */
interface CommentRequest {
  readonly comments?: readonly unknown[] | undefined;
  /** Ids of kept comments to be removed. */
  readonly remove?: readonly string[] | undefined;
  /** Stores the comments with the run, instead of sending all stored ones. */
  readonly keep?: boolean | undefined;
  /** Name of the person. */
  readonly by?: string | undefined;
}

/** Stores comments on the changes of runs, and sends them to the writers of the lines. */
@Injectable()
export class CommentsService {
  constructor(
    private readonly runs: RunsRepository,
    private readonly files: CommentedFiles,
    private readonly steering: SteeringService,
    private readonly submissions: SubmissionService,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Stores the comments, or sends them with all stored ones: as an instruction to a run at work, or
   * as the brief of a run that continues an ended one.
   * @throws NotFoundError if there is no such run
   * @throws RefusedError if one of them is about nothing in the change; then none is stored
   */
  async comment(runId: string, request: CommentRequest): Promise<Commented> {
    const { keep = false } = request;
    const { record } = await this.runs.require(runId);
    const given = givenComments(request.comments ?? []);
    if (typeof given === 'string') throw refused(runId, given);
    const placed = await this.files.placed(runId, given);
    const add: Change = (row) => this.withGiven(row, placed, request);
    if (keep) return this.keep(runId, add);
    const nameOf = await this.files.namesOn(record.workspaceId);
    const steered = await this.steer(runId, add, nameOf);
    return steered ?? this.continueRun(runId, add, nameOf);
  }

  /** All comments on the change of a run, in order. @throws NotFoundError */
  async ofRun(runId: string): Promise<readonly RunComment[]> {
    return (await this.runs.require(runId)).comments?.comments ?? [];
  }

  private keep(runId: string, change: Change): Promise<Commented> {
    return this.transactions.run(async (tx) => {
      const comments = change(await this.runs.requireLocked(tx, runId));
      const result = { runId, comments, sentTo: null };
      await this.store(tx, runId, comments);
      tx.conclude(result);
      return result;
    });
  }

  /** Null: the run is not at work. */
  private steer(runId: string, change: Change, nameOf: NameOf): Promise<Commented | null> {
    return this.transactions.run(async (tx) => {
      const row = await this.runs.requireLocked(tx, runId);
      if (isFinal(row.record.status)) return null;
      const comments = change(row);
      const open = unsent(runId, comments);
      const text = textOf(runId, open, nameOf);
      await this.steering.give(tx, row.record, { text, commented: linesOf(open) });
      const marked = this.marked(comments, 'steered', runId);
      const run = await this.store(tx, runId, marked);
      this.announce(tx, runId, open.length, runId);
      const result = { runId, comments: marked, sentTo: run };
      tx.conclude(result);
      return result;
    });
  }

  private async continueRun(runId: string, change: Change, nameOf: NameOf): Promise<Commented> {
    const row = await this.runs.require(runId);
    const open = unsent(runId, change(row));
    const submission = {
      brief: textOf(runId, open, nameOf),
      continues: runId,
      commented: linesOf(open),
      submittedBy: null,
    };
    let comments: readonly RunComment[] = [];
    const sentTo = await this.submissions.submit(submission, async (tx, made) => {
      const now = change(await this.runs.requireLocked(tx, runId));
      if (textsOf(now) !== textsOf(change(row))) {
        throw refused(runId, commentTexts.changedMeanwhile);
      }
      comments = this.marked(now, 'continued', made.id);
      await this.store(tx, runId, comments);
      this.announce(tx, runId, open.length, made.id);
      tx.conclude({ runId, comments, sentTo: made });
    });
    return { runId, comments, sentTo };
  }

  private withGiven(
    { id: runId, comments: stored }: RunEntity,
    placed: readonly PlacedComment[],
    { remove = [], by }: CommentRequest,
  ): readonly RunComment[] {
    const known = stored?.comments ?? [];
    const kept = new Set(known.filter(({ sent }) => sent === undefined).map(({ id }) => id));
    const removed = new Set(remove);
    const missing = remove.find((id) => !kept.has(id));
    if (missing !== undefined) throw refused(runId, commentTexts.removes(missing));
    const replaced = new Map<string, PlacedComment>();
    for (const [index, one] of placed.entries()) {
      if (one.id === undefined) continue;
      const isKept = kept.has(one.id) && !removed.has(one.id);
      if (!isKept) throw refused(runId, commentTexts.notOne(index + 1, commentTexts.id));
      replaced.set(one.id, one);
    }
    const at = this.clock.now();
    const { byName } = byPerson(by);
    const made = (one: PlacedComment): RunComment => {
      return { ...one, id: one.id ?? this.ids.next('comment'), at, ...(byName && { byName }) };
    };
    const comments = [
      ...known
        .filter(({ id }) => !removed.has(id))
        .map((each) => {
          const given = replaced.get(each.id);
          return given === undefined ? each : made(given);
        }),
      ...placed.filter(({ id }) => id === undefined).map(made),
    ];
    const { commentsOfRun: most } = limits;
    if (comments.length > most) throw refused(runId, commentTexts.tooMany(most));
    return comments;
  }

  private marked(
    comments: readonly RunComment[],
    as: CommentSending,
    runId: string,
  ): readonly RunComment[] {
    const sent = { at: this.clock.now(), as, runId };
    return comments.map((each) => (each.sent === undefined ? { ...each, sent } : each));
  }

  /** The run with its comments, announced. */
  private async store(tx: Tx, runId: string, comments: readonly RunComment[]): Promise<Run> {
    await this.runs.storeComments(tx, runId, { at: this.clock.now(), comments });
    const { record } = await this.runs.requireLocked(tx, runId);
    tx.publish({ type: 'run.updated', run: record });
    return record;
  }

  private announce(tx: Tx, runId: string, count: number, to: string): void {
    const message = commentTexts.sent(runId, count, to);
    tx.publish({ type: 'log', level: 'info', scope: 'engine/run', message });
  }
}

/** The comments of a run after a request. @throws RefusedError */
type Change = (row: RunEntity) => readonly RunComment[];

type NameOf = (roleId: string) => string;

/** @throws RefusedError if the text is too long */
function textOf(runId: string, open: readonly RunComment[], nameOf: NameOf): string {
  const text = instructionOf(open, nameOf);
  const characters = open.reduce((sum, { quoted }) => sum + quoted.length, text.length);
  const { commentInstructionCharacters: most } = limits;
  if (characters > most) throw refused(runId, commentTexts.instructionTooLong(most));
  return text;
}

/** @throws RefusedError if there are no unsent comments */
function unsent(runId: string, comments: readonly RunComment[]): readonly RunComment[] {
  const open = comments.filter(({ sent }) => sent === undefined);
  if (open.length === 0) throw refused(runId, commentTexts.nothing);
  return open;
}

function textsOf(comments: readonly RunComment[]): string {
  return JSON.stringify(linesOf(comments.filter(({ sent }) => sent === undefined)));
}

function refused(runId: string, reason: string): RefusedError {
  return new RefusedError(commentTexts.refused(runId, reason));
}
