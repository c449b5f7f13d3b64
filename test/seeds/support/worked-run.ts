import { addUsage, noUsage } from '#models/gateway/usage.js';
import type { Approval, Run, UsageRecord } from '#protocol/records/work.js';
import type { ApprovalsService } from '#runs/approvals/approvals.service.js';
import { modelCallStep, toolCallStep, type ToolOutcome } from '#runs/engine/journal/recorded.js';
import type { RunCommit, RunJournal } from '#runs/engine/journal/run-journal.js';
import type { RunSession } from '#runs/engine/journal/run-session.js';
import { stepKeys } from '#runs/engine/journal/step-keys.js';
import type { Steps } from '#runs/engine/journal/steps.js';
import { callVendor, dearestCallUsd, type Outside, useTool } from './outside.js';

/** What the work of a run needs of its replica. */
export interface Workbench {
  readonly outside: Outside;
  readonly by: string;
  readonly steps: Steps;
  readonly journal: RunJournal;
  readonly approvals: ApprovalsService;
  readonly now: () => number;
}

const estimate: UsageRecord = { tokensIn: 0, tokensOut: 0, costUsd: dearestCallUsd };
const approvalWaitMs = 300_000;
/** Text of the outcome of a call whose effect is unknown. */
export const unknownOutcome = 'unknown';

/** A run of so many rounds as a client submits it. */
export function submittedRun(id: string, rounds: number, at: number): Run {
  return {
    ...{ id, brief: String(rounds), pipelineId: 'p', status: 'queued', createdAt: at },
    ...{ updatedAt: at, endedAt: null, stages: [], budget: { limitUsd: 0.4, spentUsd: 0 } },
    ...{ workspaceId: 'w', objective: null, plan: [], tags: [], outcome: null, error: null },
    ...{ submittedBy: null, workspacePath: '/w' },
  };
}

/** The code of a simulated run over the real steps: rounds of a model call and a tool call. */
export class WorkedRun {
  constructor(
    private readonly bench: Workbench,
    private readonly session: RunSession,
  ) {}

  /** @throws RunHalted if this process must give the run up */
  async toEnd(): Promise<void> {
    const rounds = Number(this.session.run.brief);
    for (let round = 1; round <= rounds; round += 1) {
      if (this.session.cancelled) return this.end('cancelled');
      const key = stepKeys.modelCall(stepKeys.turn('s', 'dev'), round);
      if (!(await this.callModel(key))) return this.end('failed');
      if (this.session.cancelled) return this.end('cancelled');
      await this.callTool(stepKeys.toolCall(key, 0), round % 2 === 1);
    }
    await this.end(this.session.cancelled ? 'cancelled' : 'done');
  }

  /** False: the rest of the ceiling is too small. */
  private async callModel(key: string): Promise<boolean> {
    const { session, bench } = this;
    const step = { kind: modelCallStep, key };
    const spent = session.run.budget.spentUsd + session.steps.cutOffUsage(key).costUsd;
    const affordable = spent + dearestCallUsd <= session.run.budget.limitUsd;
    if (!bench.steps.hasResult(session, step) && !affordable) return false;
    const { runId, fence } = session.lease;
    await bench.steps.once(session, step, {
      open: (before) => ({
        attempt: (before?.attempt ?? 0) + 1,
        spent: before === null || this.forgetsSpend ? noUsage : addUsage(before.spent, estimate),
        estimate,
      }),
      effect: async (open) => {
        const costUsd = await callVendor(bench.outside, { runId, key, fence, by: bench.by });
        const usage = addUsage(open.spent, { ...noUsage, costUsd });
        const servedBy = { providerId: 'v', modelId: 'm' };
        const said = { text: 'x', reasoning: null, toolCalls: [], finishReason: 'stop' } as const;
        return { outcome: 'answered', ...said, usage, servedBy, attemptedRoutes: [] } as const;
      },
      cutOff: () => null,
      settling: (commit, { usage }) => this.book(commit, usage.costUsd),
    });
    return true;
  }

  private get forgetsSpend(): boolean {
    return this.bench.outside.planted === 'spend of cut-off calls not booked';
  }

  private book(commit: RunCommit, usd: number): void {
    commit.changeRun((run) => {
      const spentUsd = run.budget.spentUsd + usd;
      return { ...run, status: 'running', budget: { ...run.budget, spentUsd } };
    });
    commit.announceRun();
  }

  private async callTool(key: string, asks: boolean): Promise<void> {
    const { session, bench } = this;
    const { planted } = bench.outside;
    const step = { kind: toolCallStep, key };
    const found = bench.steps.find(session, step);
    if (asks && (found.state === 'absent' || found.state === 'awaiting')) {
      if (!(await this.isAllowed(key, found.state === 'absent'))) return;
    }
    const { runId, fence } = session.lease;
    const use = () => useTool(bench.outside, { runId, key, fence, by: bench.by });
    const early = planted === 'effect before journal' && !bench.steps.hasResult(session, step);
    if (early) await use();
    await bench.steps.once(session, step, {
      open: (before) => ({ attempt: (before?.attempt ?? 0) + 1 }),
      effect: async () => {
        if (!early) await use();
        return outcomeOf(key, 'ok', 'done');
      },
      cutOff: () =>
        planted === 'interrupted effect repeated' ? null : outcomeOf(key, 'error', unknownOutcome),
      settling: (commit, { content }) => {
        commit.changeRun((run) => ({ ...run, tags: [...run.tags, `${key}=${content}`] }));
      },
    });
  }

  /** Asks a person first. False: refused, and recorded as such, or the run is cancelled. */
  private async isAllowed(key: string, isNew: boolean): Promise<boolean> {
    const { session, bench } = this;
    const question = stepKeys.question(key, 0);
    const step = { kind: toolCallStep, key };
    if (isNew) await this.ask(key, question);
    const approval = session.approvals.get(question);
    if (approval === undefined) throw new Error(`${question} was not asked`);
    const decided = await bench.approvals.waitFor(approval, session.signal);
    session.throwIfHalted();
    if (decided === null) return false;
    const allowed = decided.status === 'approved';
    await bench.journal.commit(session, (commit) => {
      bench.steps.start(commit, step, { attempt: 1 });
      if (!allowed) bench.steps.settle(commit, step, outcomeOf(key, 'denied', 'refused'));
    });
    return allowed;
  }

  private ask(key: string, question: string): Promise<void> {
    const { session, bench } = this;
    const step = { kind: toolCallStep, key };
    return bench.journal.commit(session, (commit) => {
      const approval: Approval = {
        ...{ id: `${session.run.id}:${key}`, runId: session.run.id, turnId: null },
        ...{ employeeId: 'dev', kind: 'shell', summary: key, detail: key, status: 'pending' },
        ...{ requestedAt: bench.now(), decidedAt: null, reason: null },
      };
      bench.steps.start(commit, step, { attempt: 1 });
      bench.steps.wait(commit, step, { attempt: 1 });
      commit.approvals.push({ approval, stepKey: question, waitMs: approvalWaitMs });
      commit.publish({ type: 'approval.requested', approval });
    });
  }

  /** Cost of attempts that were cut off and are not repeated, because the run ends. */
  private cutOffUsd(): number {
    const { steps } = this.session;
    const open = steps.keys().filter((key) => steps.fits(modelCallStep, key));
    const cutOff = open.filter((key) => steps.stateOf(key) === 'started');
    return cutOff.reduce((sum, key) => sum + steps.cutOffUsage(key).costUsd, 0);
  }

  private end(status: 'done' | 'failed' | 'cancelled'): Promise<void> {
    const { session, bench } = this;
    return bench.journal.commit(session, async (commit) => {
      await bench.approvals.refuseOfRun(commit.tx, session.run.id);
      this.book(commit, this.cutOffUsd());
      commit.changeRun((run) => ({
        ...run,
        status,
        endedAt: Math.max(bench.now(), run.createdAt),
      }));
      commit.announceRun();
    });
  }
}

function outcomeOf(key: string, status: 'ok' | 'error' | 'denied', content: string): ToolOutcome {
  const record = {
    ...{ id: key, turnId: 't', name: 'tool', argumentsJson: '{}', status },
    ...{ resultPreview: content, durationMs: 0, affectsPaths: [] },
  };
  return { record, content, factIds: [] };
}
