import type { ServerEvent } from '../protocol/events.js';
import type { Approval, StageRun, ToolCallRecord, TurnRecord } from '../protocol/records/work.js';
import { guessedWords } from '../protocol/rules/guessed-usage.js';
import { spentOfWords } from '../protocol/rules/spent-of.js';
import { toldTurn } from '../protocol/rules/told-purpose.js';
import { spend, spendDecimals } from './money.js';
import { excerpt, indented } from './printable.js';
import { nameOf } from './followed-run.js';
import type { FollowedRun } from './followed-run.js';

/** The lines for an event of the followed run; possibly none. */
export function renderEvent(event: ServerEvent, view: FollowedRun): string[] {
  switch (event.type) {
    case 'stage.started':
      return ['', stageTitle(event.stage, view)];
    case 'stage.finished':
      return stageEnd(event.stage, view);
    case 'turn.started':
      return [turnStart(event.turn, view)];
    case 'turn.finished':
      return turnEnd(event.turn, view);
    case 'speech':
      return [speech(event, view)];
    case 'tool.result':
      return [toolCall(event.call)];
    case 'artifact.created':
      return [`    ${event.artifact.kind}: ${excerpt(event.artifact.title, 120)}`];
    case 'approval.requested':
      return approvalRequest(event.approval, view);
    case 'approval.decided':
      return [`  ${excerpt(event.approval.summary, 120)}: ${event.approval.status}.`];
    case 'error':
      return [`  ! ${excerpt(event.message, 400)}`];
    default:
      return [];
  }
}

/** The information needed to decide an approval. */
export function approvalRequest(approval: Approval, view: FollowedRun): string[] {
  return [
    '',
    `  ${nameOf(view, approval.employeeId)} asks (${approval.kind}): ${excerpt(approval.summary, 400)}`,
    ...indented(approval.detail, '    | '),
  ];
}

function stageTitle(stage: StageRun, { run }: FollowedRun): string {
  const number = run.stages.findIndex(({ id }) => id === stage.id) + 1;
  return `[${number}/${run.stages.length}] ${excerpt(stage.spec.name, 80)} (${stage.spec.mode})`;
}

function stageEnd(stage: StageRun, view: FollowedRun): string[] {
  const { spentUsd, limitUsd } = view.run.budget;
  switch (stage.status) {
    case 'skipped':
      return ['', `${stageTitle(stage, view)}: skipped`];
    case 'failed':
      return [`  Stage failed: ${excerpt(stage.error ?? 'no reason given', 400)}`];
    default:
      return [`  Stage ${stage.status}; spent ${spentOfWords(spentUsd, limitUsd, spendDecimals)}.`];
  }
}

function turnStart({ employeeId, purpose, route }: TurnRecord, view: FollowedRun): string {
  const does = excerpt(toldTurn(nameOf(view, employeeId), purpose), 200);
  return `  ${does} (${route.modelId}, ${route.tier})`;
}

function turnEnd(turn: TurnRecord, view: FollowedRun): string[] {
  const { tokensIn, tokensOut, costUsd } = turn.usage;
  const guessed = guessedWords(turn.usage);
  const counts = `${tokensIn} tokens in, ${tokensOut} out${guessed === null ? '' : `, ${guessed}`}`;
  return [
    ...(turn.text === ''
      ? []
      : [`  ${nameOf(view, turn.employeeId)}: "${excerpt(turn.text, 240)}"`]),
    `    ${turn.status === 'done' ? '' : `${turn.status}; `}${spend(costUsd)} (${counts})`,
  ];
}

/** In a debate the text was printed with the turn, so only the addressees are printed. */
function speech(event: Extract<ServerEvent, { type: 'speech' }>, view: FollowedRun): string {
  const from = nameOf(view, event.fromEmployeeId);
  const to = event.toEmployeeIds.map((id) => nameOf(view, id)).join(', ') || 'everyone';
  const known = view.said.get(event.fromEmployeeId)?.trim() === event.text.trim();
  return `  ${from} to ${to} (${event.kind})${known ? '' : `: "${excerpt(event.text, 240)}"`}`;
}

function toolCall(call: ToolCallRecord): string {
  const about = call.affectsPaths.join(', ') || firstText(call.argumentsJson);
  const outcome =
    call.status === 'ok' ? 'ok' : `${call.status}: ${excerpt(call.resultPreview, 160)}`;
  return `    ${call.name} ${excerpt(about, 100)}: ${outcome}`;
}

/** The first text among the arguments: a path, a command, a query. */
function firstText(argumentsJson: string): string {
  try {
    const parsed: unknown = JSON.parse(argumentsJson);
    const values: unknown[] = Object.values(parsed ?? {});
    return values.find((value) => typeof value === 'string') ?? '';
  } catch {
    return '';
  }
}
