import { Injectable } from '@nestjs/common';
import { OfficeLogger } from '../../../../platform/logging/office-logger.js';
import { TurnMemory } from '../../../../memory/turn-memory.js';
import { StoreRetry } from '../../../../platform/database/store-retry.js';
import { RunJournal } from '../../journal/run-journal.js';
import { FileViews } from '../../../../tools/files/file-views.js';
import {
  isRepeatable,
  type ApprovalAnswer,
  type ApprovalAsk,
  type ProposedFact,
  type Tool,
  type ToolArguments,
  type ToolContext,
} from '../../../../tools/tool.js';
import { toolCallId } from '../../steps/step-keys.js';
import { SnapshotsService } from '../../../changes/snapshots.service.js';
import { CallChanges } from './call-changes.js';
import { factQuestion, learnedFactId, mayPropose } from './propose-fact.js';
import { RunDocuments } from './run-documents.js';
import { ToolApprovals } from './tool-approvals.js';
import type { ActiveTurn } from '../lifecycle/active-turn.js';

/** Makes what a tool may know of its turn, and the few things it may ask of it. */
@Injectable()
export class ToolContextFactory {
  private readonly views = new WeakMap<ActiveTurn, FileViews>();

  constructor(
    private readonly journal: RunJournal,
    private readonly approvals: ToolApprovals,
    private readonly memory: TurnMemory,
    private readonly snapshots: SnapshotsService,
    private readonly documents: RunDocuments,
    private readonly logger: OfficeLogger,
    private readonly retry: StoreRetry,
  ) {}

  /** The watch over the files of the workspace for one call. */
  changesOf({ session }: ActiveTurn, tool: Tool, args: ToolArguments): CallChanges {
    const watches = !isRepeatable(tool, args) && tool.changesFiles !== false;
    return new CallChanges(this.snapshots, session.run.workspacePath, watches);
  }

  /**
   * @param key step key of the call; questions it asks are kept under it
   * @param shownFactIds receives the facts the call shows to the model
   * @param changes begins anew after a person was asked
   */
  create(turn: ActiveTurn, key: string, shownFactIds: string[], changes: CallChanges): ToolContext {
    const { session, request } = turn;
    const ask = this.approvals.requesterFor(turn, key);
    const reader = { workspaceId: turn.workspaceId, roleId: request.role.id };
    return {
      workspaceRoot: session.run.workspacePath,
      runId: session.run.id,
      roleId: request.role.id,
      stageId: request.stage.id,
      workspaceId: turn.workspaceId,
      plan: session.run.plan,
      setPlan: (plan) =>
        this.journal.commit(session, (commit) => {
          commit.changeRun((run) => ({ ...run, plan }));
          commit.announceRun();
        }),
      recall: async (query, limit) => {
        const facts = await this.memory.recall(reader, query, limit, turn.memory);
        shownFactIds.push(...facts.map((fact) => fact.id));
        return facts;
      },
      ...(mayPropose(request.role) && {
        proposeFact: (fact: ProposedFact) => this.proposeFact(turn, key, fact, ask),
      }),
      documents: this.documents.of(turn),
      skills: this.documents.skillsOf(turn),
      views: this.viewsOf(turn),
      requestApproval: async (question) => {
        const answer = await ask(question);
        // What others did while a person thought is none of the call's doing; but a harness that
        // asks midway has written already.
        if (question.midway !== true) await changes.begin();
        return answer;
      },
      autoApproveShell: session.autoApproveShell,
      signal: session.signal,
      log: this.logger.scope('engine/tools'),
    };
  }

  private async proposeFact(
    turn: ActiveTurn,
    key: string,
    fact: ProposedFact,
    ask: (question: ApprovalAsk) => Promise<ApprovalAnswer>,
  ): Promise<ApprovalAnswer> {
    const { session, request, workspaceId, record } = turn;
    const by = { workspaceId, roleId: request.role.id };
    const answer = await ask(factQuestion(fact, by));
    if (!answer.approved) return answer;
    const id = learnedFactId(toolCallId(record.id, key));
    const learned = { ...fact, source: session.run.id };
    await this.retry.persist(() => this.memory.learn(by, id, learned), session.haltSignal);
    return answer;
  }

  private viewsOf(turn: ActiveTurn): FileViews {
    const views = this.views.get(turn) ?? new FileViews();
    this.views.set(turn, views);
    return views;
  }
}
