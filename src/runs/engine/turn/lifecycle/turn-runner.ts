import { Injectable } from '@nestjs/common';
import { inWork } from '#platform/telemetry/work-context.js';
import type { TurnRecord } from '#protocol/records/work.js';
import { ToolGrants } from '#tools/tool-grants.js';
import type { TurnWork } from '../../journal/handover.js';
import type { RunSession } from '../../journal/run-session.js';
import { PromptAssembler } from '../context/prompt-assembler.js';
import { TurnContext, type TurnPrompt } from '../context/turn-plan.js';
import { ModelCalls } from './model-calls.js';
import { ToolLoop } from './tool-loop.js';
import type { ActiveTurn } from './active-turn.js';
import { TurnRecords } from './turn-records.js';
import type { TurnRequest } from './turn-request.js';
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
        this.records.settle(turn, await this.loop.run(turn, prompt)),
      );
    } finally {
      work.end();
      slot.release();
    }
  }

  /** Begins the turn, or continues it from its recorded start. */
  private async open(
    session: RunSession,
    request: TurnRequest,
    slot: Slot,
    work: TurnWork,
  ): Promise<{ readonly turn: ActiveTurn; readonly prompt: TurnPrompt }> {
    const granted = this.grants.grantedTo(request.role);
    const begun = this.records.recordedStart(session, request.key);
    const plan =
      begun ?? (await this.context.plan(session, request, this.context.schemasOf(granted)));
    const grantedTools = this.context.toolsOf(granted, plan);
    const tools = this.context.schemasOf(grantedTools, request.stage.spec.mode);
    const memory = begun?.memory ?? (await this.context.remember(session, request));
    const prompt = this.prompts.assemble(session, request, plan, memory, tools);
    const record =
      begun === null
        ? await this.records.begin(session, request, { ...plan, memory }, this.calls.first(prompt))
        : await this.records.resume(session, request, begun);
    const { workspaceId } = session.run;
    const turn = {
      session,
      request,
      workspaceId,
      record,
      grantedTools,
      slot,
      work,
      memory,
    };
    return { turn, prompt };
  }
}
