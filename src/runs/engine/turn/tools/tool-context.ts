import { Injectable } from '@nestjs/common';
import { OfficeLogger } from '../../../../platform/logging/office-logger.js';
import { TurnMemory } from '../../../../memory/turn-memory.js';
import type { ToolContext } from '../../../../tools/tool.js';
import { RunJournal } from '../../journal/run-journal.js';
import { RunDocuments } from './run-documents.js';
import { ToolApprovals } from './tool-approvals.js';
import type { ActiveTurn } from '../lifecycle/active-turn.js';

/** Makes what a tool may know of its turn, and the few things it may ask of it. */
@Injectable()
export class ToolContextFactory {
  constructor(
    private readonly journal: RunJournal,
    private readonly approvals: ToolApprovals,
    private readonly memory: TurnMemory,
    private readonly documents: RunDocuments,
    private readonly logger: OfficeLogger,
  ) {}

  /**
   * @param key step key of the call; questions it asks are kept under it
   * @param shownFactIds receives the facts the call shows to the model
   */
  create(turn: ActiveTurn, key: string, shownFactIds: string[]): ToolContext {
    const { session, request } = turn;
    const reader = { workspaceId: turn.workspaceId, roleId: request.role.id };
    return {
      workspaceRoot: session.run.workspacePath,
      runId: session.run.id,
      roleId: request.role.id,
      workspaceId: turn.workspaceId,
      writtenPaths: turn.writtenPaths,
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
      documents: this.documents.of(turn),
      skills: this.documents.skillsOf(turn),
      requestApproval: this.approvals.requesterFor(turn, key),
      autoApproveShell: session.autoApproveShell,
      signal: session.signal,
      log: this.logger.scope('engine/tools'),
    };
  }
}
