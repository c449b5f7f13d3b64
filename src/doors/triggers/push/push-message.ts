import { createHash } from 'node:crypto';
import { cleaned } from '#platform/text/cleaned.js';
import type { HookEvent } from '#protocol/records/triggers.js';
import { pushTexts } from '#protocol/texts/push.js';
import type { Happened } from '../outbound/happened.js';
import { endedTitle } from '../outbound/outbound-message.js';

export const pushKind = 'push';

/** What a browser shows, as it is kept until it is sent. */
export interface PushMessage {
  readonly type: HookEvent;
  /** Of the question that waits. */
  readonly approvalId?: string;
  readonly notice: Notice;
}

/** What the service worker of the page gets. */
interface Notice {
  readonly title: string;
  readonly body: string;
  /** A message of the same tag takes the place of the one before. */
  readonly tag: string;
  /** Place of the page that it opens. */
  readonly place: string;
}

const bodyCharacters = 300;

export function pushMessage({ type, key, runId, data }: Happened): PushMessage {
  const { approvalId } = data;
  const isQuestion = typeof approvalId === 'string';
  const [title, body] = words(type, data);
  return {
    type,
    ...(isQuestion && { approvalId }),
    notice: {
      title,
      body: cleaned(body, bodyCharacters, '…'),
      // The page itself announces a question under its id.
      tag: isQuestion ? approvalId : key,
      place: isQuestion ? '#/approvals' : `#/runs/${runId}`,
    },
  };
}

function words(type: HookEvent, data: Happened['data']): readonly [string, string] {
  switch (type) {
    case 'approval.waits':
      return [pushTexts.approvalWaits, textIn(data['summary'])];
    case 'run.ended':
      return [pushTexts.runEnded(textIn(data['status'])), endedTitle(data)];
    case 'budget.passed':
      return [pushTexts.budgetPassed, pushTexts.limit(Number(data['limitUsd']))];
  }
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** By which push services put a repeated message in the place of the one before (RFC 8030, 5.4). */
export function topicOf(tag: string): string {
  return createHash('sha256').update(tag).digest('base64url').slice(0, 32);
}
