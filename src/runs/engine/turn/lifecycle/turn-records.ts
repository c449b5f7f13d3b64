import { Injectable } from '@nestjs/common';
import { TurnMemory } from '#memory/turn-memory.js';
import { noUsage } from '#models/gateway/usage.js';
import { clip } from '#platform/text/clip.js';
import type { Run, StageRun, TurnRecord } from '#protocol/records/work.js';
import type { TurnDiff } from '#protocol/records/file-changes.js';
import { reviewTexts } from '#protocol/texts/review.js';
import { runTexts } from '#protocol/texts/runs.js';
import { EmployeesService } from '#workspaces/employees/employees.service.js';
import { spendTurn } from './budget.js';
import { type RunCommit, RunJournal } from '../../journal/run-journal.js';
import type { RunSession } from '../../journal/run-session.js';
import {
  type CallAttempts,
  type ConversationMark,
  type KeptConversation,
  type RecordedTurn,
  conversationStep,
  modelCallStep,
  turnStep,
} from '../../journal/recorded.js';
import { prefixBelow, stepKeys } from '../../journal/step-keys.js';
import { type Step, Steps } from '../../journal/steps.js';
import { sharesFiles } from '#runs/changes/shared-files.js';
import { SnapshotsService } from '#runs/changes/snapshots.service.js';
import { RunsRepository } from '#runs/history/runs.repository.js';
import { ToolApprovals } from '../tools/tool-approvals.js';
import { waitedForPeople } from '../tools/waited-for-people.js';
import type { FinishedLoop } from './tool-loop.js';
import type { StartedTurn } from './active-turn.js';
import { settledTurn, type TurnProgress } from './turn-progress.js';
import type { TurnRequest } from '../../stages/stage-context.js';

const talkOf = (turnKey: string): Step<ConversationMark, KeptConversation> => ({
  kind: conversationStep,
  key: stepKeys.conversation(turnKey),
});

/**
 * Records the start and the end of a turn, each in one commit: exactly one `turn.started` and one
 * `turn.finished` over all restarts.
 */
@Injectable()
export class TurnRecords {
  constructor(
    private readonly journal: RunJournal,
    private readonly steps: Steps,
    private readonly employees: EmployeesService,
    private readonly memory: TurnMemory,
    private readonly approvals: ToolApprovals,
    private readonly snapshots: SnapshotsService,
    private readonly runs: RunsRepository,
  ) {}

  /** The turn's recorded start by an earlier process; null: it has not begun. */
  recordedStart(session: RunSession, key: string): RecordedTurn | null {
    const found = this.steps.find(session, { kind: turnStep, key });
    return 'open' in found ? found.open : null;
  }

  /** The conversation of a turn that has ended; null: none was kept. */
  conversation(session: RunSession, key: string): KeptConversation | null {
    const found = this.steps.find(session, talkOf(key));
    return 'result' in found ? found.result : null;
  }

  /** Announces the turn and, in the same commit, its first model call. */
  async begin(
    session: RunSession,
    request: TurnRequest,
    planned: Omit<RecordedTurn, 'startedAt'>,
    firstCall: CallAttempts,
  ): Promise<TurnRecord> {
    const { key, stage } = request;
    let turn: TurnRecord | undefined;
    await this.journal.commit(session, (commit) => {
      const recorded = { ...planned, startedAt: commit.at };
      turn = runningTurn(stage, recorded);
      this.steps.start(commit, { kind: turnStep, key }, recorded);
      const call = { kind: modelCallStep, key: stepKeys.modelCall(key, 1) };
      this.steps.start(commit, call, firstCall);
      const { id, runId, route } = turn;
      commit.publish({ type: 'routing.decision', runId, turnId: id, route });
      this.showAtWork(commit, request, turn);
      commit.publish({ type: 'turn.started', turn });
    });
    if (turn === undefined) throw new Error(`turn ${key} was not begun`);
    return turn;
  }

  /**
   * Continues a turn begun by another process. Shows the employee at work again, because activities
   * are kept in memory only.
   */
  async resume(
    session: RunSession,
    request: TurnRequest,
    recorded: RecordedTurn,
  ): Promise<TurnRecord> {
    const turn = runningTurn(request.stage, recorded);
    await this.journal.commit(session, (commit) => this.showAtWork(commit, request, turn));
    return turn;
  }

  /**
   * Ends the turn: stores its record and its spend on the run and on the employee, and publishes
   * `budget.updated`, `usage`, `employee.updated`, `turn.finished`, and `error` for a failed turn.
   * Its open questions are refused.
   * @param kept its conversation, if later turns may continue it
   */
  async settle(
    turn: StartedTurn,
    { progress, ending }: FinishedLoop,
    kept?: KeptConversation,
  ): Promise<TurnRecord> {
    const indexed = turn.memory.facts.map((fact) => fact.id);
    const factIds = [...new Set([...indexed, ...progress.factIds])];
    const diff = await this.diffOf(turn, progress);
    let record = turn.record;
    await this.journal.commit(turn.session, async (commit) => {
      await this.approvals.withdraw(commit, turn, turn.request.key);
      const shown = factIds.length === 0 ? {} : { memoryFactIds: factIds };
      const settled = settledTurn(turn.record, progress, ending, commit.at);
      const waitedMs = waitedForPeople(turn.session, turn.request.key, commit.at);
      record = {
        ...settled,
        ...shown,
        ...(waitedMs > 0 && { waitedMs }),
        ...(diff !== null && { diff }),
      };
      commit.turns.push([turn.request.key, record]);
      if (kept !== undefined) {
        this.steps.start(commit, talkOf(turn.request.key), { keeps: 'conversation' });
        this.steps.settle(commit, talkOf(turn.request.key), kept);
      }
      await this.memory.recordReads(commit.tx, record.runId, factIds);
      this.spend(commit, turn, record);
      this.announceEnd(commit, turn, record);
    });
    return record;
  }

  /**
   * Puts back a reviewer's changes to files and names them in the text, which is their only record.
   * The changes stay if another run has worked in the same files since, because some may be that
   * run's.
   * @returns the progress afterwards
   */
  async putBack(turn: StartedTurn, progress: TurnProgress): Promise<TurnProgress> {
    const diff = await this.diffOf(turn, progress);
    const paths = (diff?.files ?? []).map(({ path }) => path);
    if (diff === null || paths.length === 0) return progress;
    const other = await this.besides(turn);
    if (other !== undefined) {
      return withNote(progress, reviewTexts.notPutBack(paths, reviewTexts.otherAtWork(other.id)));
    }
    const record = { ...turn.record, wroteFiles: paths, diff };
    const failure = await this.snapshots.putBack(turn.session.run.workspacePath, record);
    if (failure !== null) return withNote(progress, reviewTexts.notPutBack(paths, failure));
    return { ...withNote(progress, reviewTexts.putBack(paths)), wroteFiles: [], trees: null };
  }

  /** A run that worked in the same files since the turn began. */
  private async besides({ session: { run }, record }: StartedTurn): Promise<Run | undefined> {
    const atWork = await this.runs.atWorkSince(record.startedAt);
    return atWork.find((other) => other.id !== run.id && sharesFiles(other, run));
  }

  private async diffOf(turn: StartedTurn, progress: TurnProgress): Promise<TurnDiff | null> {
    const { trees, wroteFiles } = progress;
    if (trees === null) return null;
    const { directories = [], unrecorded = [] } = trees;
    if (wroteFiles.length + directories.length + unrecorded.length === 0) return null;
    return this.snapshots.diff(turn.session.run.workspacePath, trees, wroteFiles);
  }

  private showAtWork(commit: RunCommit, { role }: TurnRequest, turn: TurnRecord): void {
    const { id, runId, route, purpose, skills, startedAt } = turn;
    const { modelId, providerId, tier, reason } = route;
    this.employees.change(commit.tx, commit.run.workspaceId, role.id, {
      status: 'thinking',
      activity: purpose,
      currentRunId: runId,
      currentTurnId: id,
      activeSkillIds: skills.map((skill) => skill.skillId),
      lastRoute: { modelId, providerId, tier, reason, at: startedAt },
      lastError: null,
    });
  }

  private spend(commit: RunCommit, turn: StartedTurn, record: TurnRecord): void {
    const { runId, stageId, usage } = record;
    const { session, request } = turn;
    commit.countTurn(stageId, record.id, usage.costUsd);
    commit.publish({ type: 'budget.updated', runId, ...commit.run.budget });
    commit.tx.afterCommit(() => {
      session.budget = spendTurn(session.budget, prefixBelow(request.key), usage.costUsd);
    });
  }

  private announceEnd(commit: RunCommit, turn: StartedTurn, record: TurnRecord): void {
    const { role, speech } = turn.request;
    const { workspaceId } = turn;
    this.employees.endTurn(commit.tx, { workspaceId, roleId: role.id }, record.usage, {
      status: record.status === 'failed' ? 'error' : 'idle',
      activity: null,
      currentTurnId: null,
      activeSkillIds: [],
      lastError: record.status === 'failed' ? record.error : null,
    });
    commit.publish({ type: 'turn.finished', turn: record });
    if (record.status === 'failed') {
      const message = runTexts.turnFailed(role.displayName, record.error ?? '');
      commit.publish({ type: 'error', message, runId: record.runId });
    }
    if (speech === undefined || record.text === '') return;
    commit.publish({
      type: 'speech',
      runId: record.runId,
      stageId: record.stageId,
      fromEmployeeId: record.employeeId,
      toEmployeeIds: speech.toEmployeeIds,
      text: clip(record.text, speech.maxCharacters),
      kind: speech.kind,
    });
  }
}

/** Inserted before the last answer, so that the turn still ends with its last line. */
function withNote(progress: TurnProgress, note: string): TurnProgress {
  const { text, answerFrom } = progress;
  return { ...progress, text: `${text.slice(0, answerFrom)}${note}\n\n${text.slice(answerFrom)}` };
}

/** The record of a running turn. */
export function runningTurn(stage: StageRun, recorded: RecordedTurn): TurnRecord {
  const { turnId, roleId, purpose, route, startedAt, skills } = recorded;
  return {
    id: turnId,
    runId: stage.runId,
    stageId: stage.id,
    employeeId: roleId,
    roleId,
    purpose,
    route,
    status: 'running',
    startedAt,
    endedAt: null,
    usage: noUsage,
    text: '',
    reasoning: null,
    toolCalls: [],
    skills,
    wroteFiles: [],
    error: null,
  };
}
