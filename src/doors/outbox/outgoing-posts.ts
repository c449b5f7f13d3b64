import { Injectable } from '@nestjs/common';
import { FetchRefusedError } from '../../platform/net/fetch-errors.js';
import type { FetchedPage } from '../../platform/net/guarded-fetch.js';
import { OutgoingAccess } from '../../platform/net/outgoing-access.js';
import { cleaned } from '../../platform/text/cleaned.js';
import { outboundTexts } from '../../protocol/texts/triggers.js';
import { OutboxFailure } from './outbox-job.js';

const timeoutMs = 15_000;
const answerBytes = 4096;
const saidCharacters = 200;

/** Longest attempt of a job that sends one, ms. */
export const postTimeoutMs = 2 * timeoutMs;

/** A body for an address of somebody else. */
interface Post {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What it was answered with. */
interface PostAnswer {
  readonly status: number;
  /** True: 2xx. */
  readonly isTaken: boolean;
  /** What is thrown where the answer means that it did not arrive, with the wait that it asks for. */
  readonly failure: OutboxFailure;
}

/** Sends bodies to the public internet and to the private hosts that the operator lists. */
@Injectable()
export class OutgoingPosts {
  constructor(private readonly outgoing: OutgoingAccess) {}

  /** @throws OutboxFailure, for good, if the address may not be reached: it may not until it is listed */
  async send(url: string, { headers, body }: Post, signal: AbortSignal): Promise<PostAnswer> {
    const sent = { method: 'POST', headers, body, signal } as const;
    const answer = await this.outgoing
      .request(url, { ...sent, timeoutMs, maxRedirects: 0, maxBytes: answerBytes })
      .catch((thrown: unknown) => {
        if (thrown instanceof FetchRefusedError) throw new OutboxFailure(thrown.message, null);
        throw thrown;
      });
    const { status } = answer;
    return { status, isTaken: status >= 200 && status < 300, failure: failureOf(answer) };
  }
}

function failureOf({ status, headers, body }: FetchedPage): OutboxFailure {
  const said = outboundTexts.status(status, cleaned(body.toString(), saidCharacters, '…'));
  return new OutboxFailure(said, retryAfterMs(headers));
}

/** Wait that an answer asks for, ms; undefined: it names no seconds. */
function retryAfterMs(headers: FetchedPage['headers']): number | undefined {
  const [, given = ''] = headers.find(([name]) => name.toLowerCase() === 'retry-after') ?? [];
  return /^\d{1,6}$/.test(given) ? Number(given) * 1000 : undefined;
}
