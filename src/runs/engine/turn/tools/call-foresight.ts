import { Injectable } from '@nestjs/common';
import { spelled, spelledStrictly } from '#platform/text/spelling.js';
import { runTexts } from '#protocol/texts/runs.js';
import type { ApprovalAsk } from '#tools/tool.js';
import { toolCallId } from '../../journal/step-keys.js';
import type { ActiveTurn } from '../lifecycle/active-turn.js';
import type { ToolCall } from './check-call.js';
import { TurnTools } from './turn-tools.js';

interface KeyedCall {
  readonly key: string;
  readonly call: ToolCall;
}

/** A question of a call of the same answer. */
export interface ForeseenAsk {
  /** Id of the call. */
  readonly id: string;
  readonly tool: string;
  readonly ask: ApprovalAsk;
}

/** Knows the calls of the answer that a turn is at, and what they will ask a person. */
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

  /** What the calls after this one will ask, as far as that is known before. */
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
      autoApproveShell: session.autoApproveShell,
      ...(session.run.worktree !== undefined && { repositoryReadOnly: true }),
      ...(session.shell !== null && { shell: session.shell }),
      signal: session.signal,
    };
    // A fault is that of the call, which asks by itself.
    const ask = await Promise.resolve(check.tool.foresees(check.args, context)).catch(() => null);
    if (ask === null) return null;
    return { id: toolCallId(record.id, key), tool: check.tool.name, ask: shown(ask) };
  }
}

/** Blank lines, and blanks in a line, up to which all is shown as it is. */
const mostBlankLines = 3;
const mostBlanks = 60;

const manyBlankLines = new RegExp(String.raw`\n(?:[ \t]*\n){${mostBlankLines + 1},}`, 'g');
const manyBlanks = new RegExp(String.raw`[ \t]{${mostBlanks + 1},}`, 'g');

/** Replaces by their number what pushes the rest of a text out of sight. */
function folded(text: string): string {
  return text
    .replace(manyBlankLines, (blank) => `\n${runTexts.blankLines(blank.split('\n').length - 2)}\n`)
    .replace(manyBlanks, ({ length }) => runTexts.blanks(length));
}

/**
 * Spells out characters that reorder, hide or imitate text, and folds blanks, so that a command
 * cannot look like another one.
 */
export function shown(ask: ApprovalAsk): ApprovalAsk {
  const legible = ask.kind === 'shell' ? spelledStrictly : spelled;
  const detail = folded(legible(ask.detail));
  const summary = folded(summaryOf(ask, legible));
  if (detail === ask.detail) return { ...ask, summary };
  // Different commands may be spelled alike; such a command is asked for each time.
  const { covers: _covers, command: _command, ...once } = ask;
  return { ...once, summary, detail };
}

/** The office's own mark of what is left out is no part of the command. */
function summaryOf({ summary }: ApprovalAsk, legible: (text: string) => string): string {
  return summary.split('…').map(legible).join('…');
}
