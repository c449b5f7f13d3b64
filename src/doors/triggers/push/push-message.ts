import { createHash } from 'node:crypto';
import { cleaned } from '#platform/text/cleaned.js';
import type { HookEvent } from '#protocol/records/triggers.js';
import { pushTexts } from '#protocol/texts/push.js';
import type { Happened } from '../outbound/happened.js';
import { endedTitle, textIn } from '../outbound/outbound-message.js';

export const pushKind = 'push';

/** A message for a browser, stored until it is sent. */
export interface PushMessage {
  readonly type: HookEvent;
  /** Id of the waiting question. */
  readonly approvalId?: string;
  readonly notice: Notice;
}

/** A message as the page's service worker receives it. */
interface Notice {
  readonly title: string;
  readonly body: string;
  /** A message replaces an earlier one with the same tag. */
  readonly tag: string;
  /** Place in the page that it opens. */
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
      // The page itself announces a question with its id as tag.
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

/** Topic by which push services replace an earlier message (RFC 8030, 5.4). */
export function topicOf(tag: string): string {
  return createHash('sha256').update(tag).digest('base64url').slice(0, 32);
}
