import type { HookEvent, HookFormat } from '#protocol/records/triggers.js';
import type { Approval, Run } from '#protocol/records/work.js';
import { titleOf } from '#protocol/rules/run-title.js';
import { outboundTexts } from '#protocol/texts/triggers.js';
import { type Redact, redacted } from '#platform/logging/redact.js';
import { clip } from '#platform/text/clip.js';

export const outboundKind = 'outbound-hook';

type OutboundType = HookEvent | 'sample';

/** A message of an outbound hook, stored until it is sent. */
export interface OutboundMessage {
  readonly type: OutboundType;
  readonly at: number;
  readonly data: Readonly<Record<string, unknown>>;
}

const lineCharacters = 300;
const detailCharacters = 3000;

export function newMessage(
  type: OutboundType,
  at: number,
  data: OutboundMessage['data'],
): OutboundMessage {
  return { type, at, data };
}

/** The data of a message about an ended run. Nothing is cut before it is redacted. */
export function endedData(run: Run, redact: Redact): OutboundMessage['data'] {
  const { id, workspaceId, status, outcome, error, budget, createdAt, endedAt } = run;
  const brief = clip(redact(run.brief), lineCharacters, '…');
  const title = clip(redact(titleOf(run)), lineCharacters, '…');
  return {
    runId: id,
    ...{ workspaceId, status, title, brief, outcome, error, createdAt, endedAt },
    spentUsd: budget.spentUsd,
    limitUsd: budget.limitUsd,
  };
}

/** The data of a message about a waiting question. */
export function waitingData(approval: Approval): OutboundMessage['data'] {
  const { id, runId, kind, summary, detail, requestedAt, items = [] } = approval;
  const { touches } = approval;
  return {
    approvalId: id,
    runId,
    kind,
    summary,
    detail,
    ...(touches !== undefined && { touches }),
    ...(items.length > 0 && { calls: items.map((item) => item.summary) }),
    requestedAt,
  };
}

/** The sent body. */
export function bodyOf(
  format: HookFormat,
  kept: OutboundMessage,
  link: string | null,
  redact: Redact,
): string {
  const message = { ...kept, data: redacted(kept.data, redact) };
  const line = clip(lineOf(message), lineCharacters, '…');
  const detail = clip(textIn(message.data['detail']), detailCharacters, '…');
  return JSON.stringify(documentOf(format, message, { line, detail, link }));
}

interface Told {
  readonly line: string;
  readonly detail: string;
  readonly link: string | null;
}

function documentOf(format: HookFormat, message: OutboundMessage, told: Told): object {
  if (format === 'slack') return slackMessage(told);
  if (format === 'teams') return teamsMessage(told);
  const { type, at, data } = message;
  const { link } = told;
  return {
    type,
    timestamp: new Date(at).toISOString(),
    data: { ...data, ...(link !== null && { answerUrl: link }) },
  };
}

/** A message for an incoming webhook of Slack: blocks, and a text for notifications. */
function slackMessage({ line, detail, link }: Told): object {
  const plain = (text: string) => ({ type: 'plain_text', text, emoji: false });
  const button = { type: 'button', text: plain(outboundTexts.answerIt), url: link };
  return {
    text: escaped(line),
    blocks: [
      { type: 'section', text: plain(line) },
      ...(detail === '' ? [] : [{ type: 'section', text: plain(clip(detail, 2900, '…')) }]),
      ...(link === null ? [] : [{ type: 'actions', elements: [button] }]),
    ],
  };
}

/** A message for a workflow of Teams that a webhook starts: an adaptive card. */
function teamsMessage({ line, detail, link }: Told): object {
  // A TextBlock renders Markdown, in which a question could contain a link.
  const block = (text: string, more: object) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text, ...more }],
  });
  const open = { type: 'Action.OpenUrl', title: outboundTexts.answerIt, url: link };
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      block(line, { weight: 'Bolder' }),
      ...(detail === '' ? [] : [block(detail, { fontType: 'Monospace' })]),
    ],
    actions: link === null ? [] : [open],
  };
  const card = {
    contentType: 'application/vnd.microsoft.card.adaptive',
    contentUrl: null,
    content,
  };
  return { type: 'message', attachments: [card] };
}

/** Escapes the three characters that Slack interprets. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The title of the ended run; messages stored by earlier versions have only its brief. */
export function endedTitle({ title, brief }: OutboundMessage['data']): string {
  return textIn(title ?? brief);
}

function lineOf({ type, data }: OutboundMessage): string {
  switch (type) {
    case 'run.ended':
      return outboundTexts.runEnded(textIn(data['status']), endedTitle(data));
    case 'approval.waits':
      return outboundTexts.approvalWaits(textIn(data['summary']));
    case 'budget.passed':
      return outboundTexts.budgetPassed(textIn(data['runId']), Number(data['limitUsd']));
    case 'sample':
      return outboundTexts.sample;
  }
}

/** A text in the data of an event; empty: there is none. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
