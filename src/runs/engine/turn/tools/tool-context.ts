import { Injectable } from '@nestjs/common';
import { OfficeLogger } from '#platform/logging/office-logger.js';
import { PathLocks } from '#platform/fleet/path-locks.js';
import { RunJournal } from '../../journal/run-journal.js';
import { FileViews } from '#tools/files/file-views.js';
import {
  isRepeatable,
  type ProposedFact,
  type Tool,
  type ToolArguments,
  type ToolContext,
} from '#tools/tool.js';
import { SnapshotsService } from '#runs/changes/snapshots.service.js';
import { CallChanges } from './call-changes.js';
import { mayPropose } from './propose-fact.js';
import { ReadableDocuments } from './readable-documents.js';
import { ToolApprovals } from './tool-approvals.js';
import { TurnFacts } from './turn-facts.js';
import type { ActiveTurn } from '../lifecycle/active-turn.js';

/** Creates what a tool may know and request of its turn. */
@Injectable()
export class ToolContextFactory {
  private readonly views = new WeakMap<ActiveTurn, FileViews>();

  constructor(
    private readonly journal: RunJournal,
    private readonly approvals: ToolApprovals,
    private readonly facts: TurnFacts,
    private readonly snapshots: SnapshotsService,
    private readonly documents: ReadableDocuments,
    private readonly logger: OfficeLogger,
    private readonly locks: PathLocks,
  ) {}

  /** Tracks the workspace's files for one call. */
  changesOf({ session }: ActiveTurn, tool: Tool, args: ToolArguments): CallChanges {
    const watches = !isRepeatable(tool, args) && tool.changesFiles !== false;
    return new CallChanges(this.snapshots, session.run.workspacePath, watches);
  }

  /**
   * @param key step key of the call; its questions are stored below it
   * @param shownFactIds receives the facts that the call shows to the model
   * @param changes restarted after a person was asked
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
        const facts = await this.facts.recall(turn, reader, query, limit);
        shownFactIds.push(...facts.map((fact) => fact.id));
        return facts;
      },
      ...(mayPropose(request.role) && {
        proposeFact: (fact: ProposedFact) => this.facts.propose(turn, key, fact, ask),
      }),
      documents: this.documents.of(turn),
      skills: this.documents.skillsOf(turn),
      views: this.viewsOf(turn),
      locks: this.locks,
      requestApproval: async (question) => {
        const answer = await ask(question);
        // Changes by others during the question do not belong to the call; but a harness that asks
        // midway has written already.
        if (question.midway !== true) await changes.begin();
        return answer;
      },
      autoApproveShell: session.autoApproveShell,
      signal: session.signal,
      log: this.logger.scope('engine/tools'),
    };
  }

  private viewsOf(turn: ActiveTurn): FileViews {
    const views = this.views.get(turn) ?? new FileViews();
    this.views.set(turn, views);
    return views;
  }
}
