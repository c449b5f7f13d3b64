import { Injectable } from '@nestjs/common';
import { OfficeLogger } from '#platform/logging/office-logger.js';
import { PathLocks } from '#platform/fleet/path-locks.js';
import { foreignContext } from '../../foreign-texts.js';
import { RunJournal } from '../../journal/run-journal.js';
import type { WorkPlan } from '#protocol/records/work-plan.js';
import type { RunSession } from '../../journal/run-session.js';
import { plansWork } from '../../plan/carried-out.js';
import { planProblem } from '../../plan/check-plan.js';
import { FileViews } from '#tools/files/file-views.js';
import {
  type ApprovalAsk,
  isRepeatable,
  type PlanAnswer,
  type ProposedFact,
  type ToolContext,
} from '#tools/tool.js';
import { SnapshotsService } from '#runs/changes/snapshots.service.js';
import { toolCallId } from '../../journal/step-keys.js';
import { mayPropose } from './tools-in-stage.js';
import type { AllowedCall } from './check-call.js';
import { CallChanges } from './call-changes.js';
import type { CallNotes } from './call-notes.js';
import { ReadableDocuments } from './readable-documents.js';
import { ToolApprovals } from './tool-approvals.js';
import { TurnFacts } from './turn-facts.js';
import type { ActiveTurn } from '../lifecycle/active-turn.js';

/** Creates what a tool may know and request of its turn. */
@Injectable()
export class ToolContextFactory {
  private readonly views = new WeakMap<RunSession, Map<string, FileViews>>();

  constructor(
    private readonly journal: RunJournal,
    private readonly approvals: ToolApprovals,
    private readonly facts: TurnFacts,
    private readonly snapshots: SnapshotsService,
    private readonly documents: ReadableDocuments,
    private readonly logger: OfficeLogger,
    private readonly locks: PathLocks,
  ) {}

  /** Tracks the workspace's files for one call, by its step key. */
  changesOf({ session }: ActiveTurn, key: string, { tool, args }: AllowedCall): CallChanges {
    const { id, workspacePath, worktree } = session.run;
    const watches = !isRepeatable(tool, args) && tool.changesFiles !== false;
    const kept = worktree === undefined ? null : `${id}/${key}`;
    return new CallChanges(this.snapshots, workspacePath, watches, kept);
  }

  /**
   * @param key step key of the call; its questions are stored below it
   * @param notes record the facts shown to the model and the waits for people
   * @param changes begun anew after a person was asked
   */
  create(turn: ActiveTurn, key: string, notes: CallNotes, changes: CallChanges): ToolContext {
    const { session, request } = turn;
    const askPerson = this.approvals.requesterFor(turn, key);
    const ask = (question: ApprovalAsk) => notes.waiting(() => askPerson(question));
    const reader = { workspaceId: turn.workspaceId, roleId: request.role.id };
    return {
      workspaceRoot: session.run.workspacePath,
      ...(session.scratch !== null && { scratch: session.scratch }),
      runId: session.run.id,
      roleId: request.role.id,
      stageId: request.stage.id,
      callId: toolCallId(turn.record.id, key),
      workspaceId: turn.workspaceId,
      plan: session.run.plan,
      setPlan: (plan) =>
        this.journal.commit(session, (commit) => {
          commit.changeRun((run) => ({ ...run, plan }));
          commit.announceRun();
        }),
      ...(plansWork(request.stage, session.run) && {
        setWorkPlan: (plan: WorkPlan) => this.setWorkPlan(session, plan),
      }),
      recall: async (query, limit) => {
        const facts = await this.facts.recall(turn, reader, query, limit);
        notes.factIds.push(...facts.map((fact) => fact.id));
        return facts;
      },
      ...(mayPropose(request.role) && {
        proposeFact: (fact: ProposedFact) => this.facts.propose(turn, key, fact, ask),
      }),
      documents: this.documents.of(turn),
      skills: this.documents.skillsOf(turn),
      ...(session.hidden !== null && { hidden: session.hidden }),
      ...foreignContext(session),
      views: this.viewsOf(turn),
      locks: this.locks,
      requestApproval: async (question) => {
        const answer = await ask(question);
        // Changes that others make during the question do not belong to the call; but a harness
        // that asks midway has already written.
        if (question.midway !== true) await changes.begin();
        return answer;
      },
      autoApproveShell: session.autoApproveShell,
      ...(session.run.worktree !== undefined && { repositoryReadOnly: true }),
      ...(session.shell !== null && { shell: session.shell }),
      signal: session.signal,
      log: this.logger.scope('engine/tools'),
    };
  }

  private async setWorkPlan(session: RunSession, plan: WorkPlan): Promise<PlanAnswer> {
    const facts = {
      roles: session.floor?.org.roles ?? [],
      specs: session.run.stages.map(({ spec }) => spec),
    };
    const problem = planProblem(plan, facts);
    if (problem !== null) return { ok: false, problem };
    await this.journal.commit(session, (commit) => {
      commit.changeRun((run) => ({ ...run, workPlan: plan }));
      commit.announceRun();
    });
    return { ok: true };
  }

  /** The parts of files that the model has seen; turns of one conversation share them. */
  private viewsOf({ session, conversation }: ActiveTurn): FileViews {
    const ofRun = this.views.get(session) ?? new Map<string, FileViews>();
    this.views.set(session, ofRun);
    const views = ofRun.get(conversation) ?? new FileViews();
    ofRun.set(conversation, views);
    return views;
  }
}
