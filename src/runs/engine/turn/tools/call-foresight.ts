import { Injectable } from '@nestjs/common';
import type { ApprovalAsk } from '#tools/tool.js';
import { toolCallId } from '../../journal/step-keys.js';
import type { ActiveTurn } from '../lifecycle/active-turn.js';
import { shownAsk } from '../../shown-ask.js';
import type { ToolCall } from './check-call.js';
import { TurnTools } from './turn-tools.js';

interface KeyedCall {
  readonly key: string;
  readonly call: ToolCall;
}

/** A question that another call of the same answer will ask. */
export interface ForeseenAsk {
  /** Id of the call. */
  readonly id: string;
  readonly tool: string;
  readonly ask: ApprovalAsk;
}

/** Knows the calls of a turn's present answer, and what they will ask people. */
@Injectable()
export class CallForesight {
  private readonly answers = new WeakMap<ActiveTurn, readonly KeyedCall[]>();

  constructor(private readonly tools: TurnTools) {}

  begin(turn: ActiveTurn, calls: readonly KeyedCall[]): void {
    this.answers.set(turn, calls);
  }

  /** The name of the tool that a call calls. */
  toolOf(turn: ActiveTurn, key: string): string {
    const call = this.answers.get(turn)?.find((one) => one.key === key)?.call;
    return call === undefined ? '' : this.tools.judge(turn, call).call.name;
  }

  /** The foreseeable questions of the calls after this one. */
  async after(turn: ActiveTurn, key: string): Promise<readonly ForeseenAsk[]> {
    const calls = this.answers.get(turn) ?? [];
    const at = calls.findIndex((one) => one.key === key);
    const later = at < 0 ? [] : calls.slice(at + 1);
    const foreseen = await Promise.all(later.map((one) => this.foresee(turn, one)));
    return foreseen.flatMap((one) => one ?? []);
  }

  private async foresee(turn: ActiveTurn, { key, call }: KeyedCall): Promise<ForeseenAsk | null> {
    const { check } = this.tools.judge(turn, call);
    if (!check.allowed || check.tool.foresees === undefined) return null;
    const { session, request, workspaceId, record } = turn;
    const context = {
      workspaceRoot: session.run.workspacePath,
      workspaceId,
      roleId: request.role.id,
      ...(session.hidden !== null && { hidden: session.hidden }),
      foreign: session.run.foreign ?? [],
      autoApproveShell: session.autoApproveShell,
      ...(session.run.worktree !== undefined && { repositoryReadOnly: true }),
      ...(session.shell !== null && { shell: session.shell }),
      signal: session.signal,
    };
    // An error here is ignored: the call itself will ask or fail.
    const ask = await Promise.resolve(check.tool.foresees(check.args, context)).catch(() => null);
    if (ask === null) return null;
    return { id: toolCallId(record.id, key), tool: check.tool.name, ask: shownAsk(ask) };
  }
}
