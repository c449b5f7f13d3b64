import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { FetchRefusedError, RedirectRefusedError } from '../../platform/net/fetch-errors.js';
import type { FetchedPage } from '../../platform/net/guarded-fetch.js';
import { OutgoingAccess } from '../../platform/net/outgoing-access.js';
import { retryAfterMs } from '../../platform/net/retry-after.js';
import { cleaned } from '../../platform/text/cleaned.js';
import { clip } from '../../platform/text/clip.js';
import { outboundTexts } from '../../protocol/texts/triggers.js';
import { OutboxFailure } from './outbox-job.js';
import { withoutAddress } from './without-address.js';

const timeoutMs = 15_000;
const answerBytes = 4096;
const saidCharacters = 200;

/** Longest attempt of a job that sends a body, ms. */
export const postTimeoutMs = 2 * timeoutMs;

/** A body for a foreign address. */
interface Post {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The answer to a body. */
interface PostAnswer {
  readonly status: number;
  /** True: the status is 2xx. */
  readonly isTaken: boolean;
  /** The error for a refused body, with the wait that the answer asks for. */
  readonly failure: OutboxFailure;
}

/** Sends bodies to the public internet and to the private hosts that the operator lists. */
@Injectable()
export class OutgoingPosts {
  constructor(
    private readonly outgoing: OutgoingAccess,
    private readonly clock: Clock,
  ) {}

  /** @throws OutboxFailure, final if the address may not be reached until the operator lists it */
  async send(url: string, { headers, body }: Post, signal: AbortSignal): Promise<PostAnswer> {
    const sent = { method: 'POST', headers, body, signal } as const;
    const answer = await this.outgoing
      .request(url, { ...sent, timeoutMs, maxRedirects: 0, maxBytes: answerBytes })
      .catch((thrown: unknown) => {
        throw unsent(thrown, url);
      });
    const { status } = answer;
    const isTaken = status >= 200 && status < 300;
    return { status, isTaken, failure: failureOf(answer, url, this.clock.now()) };
  }
}

/** An error without an answer. A redirect counts as an answer, so a later attempt is made. */
function unsent(thrown: unknown, url: string): OutboxFailure {
  const isFinal = thrown instanceof FetchRefusedError && !(thrown instanceof RedirectRefusedError);
  return new OutboxFailure(withoutAddress(messageOf(thrown), url), isFinal ? null : undefined);
}

function failureOf({ status, headers, body }: FetchedPage, url: string, now: number) {
  // The address is hidden before the text is cut, so that no half of it remains.
  const said = withoutAddress(cleaned(body.toString(), answerBytes), url);
  const told = outboundTexts.status(status, clip(said, saidCharacters, '…'));
  const named = (wanted: string): string | undefined =>
    headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
  const wait = retryAfterMs(named('retry-after'), { date: named('date'), now });
  return new OutboxFailure(told, wait ?? undefined);
}
