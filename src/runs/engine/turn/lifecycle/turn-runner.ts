import { Injectable } from '@nestjs/common';
import type { ToolSchema } from '#models/gateway/model-call.js';
import { inWork } from '#platform/telemetry/work-context.js';
import type { TurnRecord } from '#protocol/records/work.js';
import { ToolGrants } from '#tools/tool-grants.js';
import type { TurnWork } from '../../journal/handover.js';
import type { RunSession } from '../../journal/run-session.js';
import { type EarlierConversation, PromptAssembler } from '../context/prompt-assembler.js';
import { TurnContext, type TurnPlan, type TurnPrompt } from '../context/turn-plan.js';
import type { TurnMemoryIndex } from '#memory/turn-memory.js';
import { hasStagesOnDemand, judges, participantsOf, plansWork } from '../../plan/carried-out.js';
import { endsInHandOver } from '../../stages/turn-answers.js';
import { ModelCalls } from './model-calls.js';
import { type FinishedLoop, ToolLoop } from './tool-loop.js';
import type { ActiveTurn } from './active-turn.js';
import { heldIn, usefulIn } from '../tools/tools-in-stage.js';
import { TurnRecords } from './turn-records.js';
import type { TurnRequest } from '../../stages/stage-context.js';
import { noSlot, type Slot, TurnSlots } from '#runs/queue/turn-slots.js';

/**
 * Runs one employee's turn, from waiting for a slot to the settled record. A recorded turn is not
 * repeated; an interrupted one continues from its journal.
 */
@Injectable()
export class TurnRunner {
  constructor(
    private readonly slots: TurnSlots,
    private readonly grants: ToolGrants,
    private readonly context: TurnContext,
    private readonly prompts: PromptAssembler,
    private readonly records: TurnRecords,
    private readonly calls: ModelCalls,
    private readonly loop: ToolLoop,
  ) {}

  /**
   * Null: the run was cancelled before the turn began. A begun turn is always settled, so that each
   * `turn.started` has its `turn.finished`.
   */
  async run(session: RunSession, request: TurnRequest): Promise<TurnRecord | null> {
    const settled = session.settledTurn(request.key);
    if (settled !== undefined) return settled;
    await this.grants.arrived(request.role);
    const free = await this.slots.acquire(session.run.workspaceId, session.signal);
    const slot = free ?? (session.hasBegun(request.key) ? noSlot : null);
    if (slot === null) {
      session.throwIfHalted();
      return null;
    }
    const work = session.handover.begin();
    try {
      session.throwIfHalted();
      await work.mayGoOn();
      const { turn, prompt } = await this.open(session, request, slot, work);
      const { runId, id: turnId, roleId } = turn.record;
      return await inWork({ runId, workspaceId: turn.workspaceId, turnId, roleId }, async () =>
        this.carryOut(turn, prompt),
      );
    } finally {
      work.end();
      slot.release();
    }
  }

  private async carryOut(turn: ActiveTurn, prompt: TurnPrompt): Promise<TurnRecord> {
    const finished = await this.reviewed(turn, await this.loop.run(turn, prompt));
    const { ending, conversation } = finished;
    if (conversation === undefined || ending.status !== 'done' || !mayGoOn(turn, finished)) {
      return this.records.settle(turn, finished);
    }
    const { tools } = prompt;
    return this.records.settle(turn, finished, {
      from: turn.conversation,
      tools,
      ...conversation,
    });
  }

  /** Puts back files that a reviewer's commands changed, before the turn is settled. */
  private async reviewed(turn: ActiveTurn, finished: FinishedLoop): Promise<FinishedLoop> {
    const { stage, role } = turn.request;
    const { progress } = finished;
    if (!judges(stage, role.id) || progress.trees === null) return finished;
    return { ...finished, progress: await this.records.putBack(turn, progress) };
  }

  /** Begins the turn, or continues it from its recorded start. */
  private async open(
    session: RunSession,
    request: TurnRequest,
    slot: Slot,
    work: TurnWork,
  ): Promise<{ readonly turn: ActiveTurn; readonly prompt: TurnPrompt }> {
    const granted = heldIn(request, this.grants.grantedTo(request.role));
    const begun = this.records.recordedStart(session, request.key);
    const before = this.conversationBefore(session, request);
    const { workspaceId } = session.run;
    const schemas =
      before?.kept.tools ??
      this.context.schemasOf(workspaceId, usefulIn(session, request, granted));
    const plan = begun ?? (await this.context.plan(session, request, schemas, before?.turn));
    const plans = plansWork(request.stage, session.run);
    const grantedTools = this.context.toolsOf(granted, plan, plans);
    const memory = begun?.memory ?? (await this.memoryFor(session, request, before));
    const prompt =
      before === null
        ? this.prompts.assemble(
            session,
            request,
            plan,
            memory,
            this.toolsShown(session, request, grantedTools, { ...plan, memory }),
          )
        : this.prompts.goOn(session, request, plan, before);
    const record =
      begun === null
        ? await this.records.begin(session, request, { ...plan, memory }, this.calls.first(prompt))
        : await this.records.resume(session, request, begun);
    const turn = {
      session,
      request,
      workspaceId,
      record,
      conversation: before?.kept.from ?? request.key,
      grantedTools,
      slot,
      work,
      memory,
    };
    return { turn, prompt };
  }

  private toolsShown(
    session: RunSession,
    request: TurnRequest,
    grantedTools: readonly string[],
    { route, memory }: Pick<TurnPlan, 'route'> & { readonly memory: TurnMemoryIndex },
  ): readonly ToolSchema[] {
    const reasons = this.context.reasons(route);
    const useful = usefulIn(session, request, grantedTools, { memory, reasons });
    const { run } = session;
    const choosesStages = hasStagesOnDemand(run);
    return this.context.schemasOf(run.workspaceId, useful, request.stage.spec, choosesStages);
  }

  /** A continued conversation got its facts when it began. */
  private async memoryFor(
    session: RunSession,
    request: TurnRequest,
    before: EarlierConversation | null,
  ): Promise<TurnMemoryIndex> {
    if (before !== null) return { query: '', facts: [], total: 0 };
    return this.context.remember(session, request);
  }

  private conversationBefore(
    session: RunSession,
    { continues }: TurnRequest,
  ): EarlierConversation | null {
    if (continues === undefined) return null;
    const turn = session.settledTurn(continues);
    const kept = this.records.conversation(session, continues);
    return turn === undefined || kept === null ? null : { turn, kept };
  }
}

/**
 * Whether a later turn of the employee may continue this conversation: it hands over, it made a
 * plan with the employee as a builder, or it wrote work that a review may send back.
 */
function mayGoOn({ session, request }: ActiveTurn, { progress }: FinishedLoop): boolean {
  const { role, stage } = request;
  const { text, answerFrom } = progress;
  if (endsInHandOver(text.slice(answerFrom))) return true;
  if (stage.spec.kind === 'plan') {
    return session.run.workPlan?.builders.some(({ roleId }) => roleId === role.id) ?? false;
  }
  return stage.spec.kind === 'build' || !participantsOf(stage).includes(role.id);
}
