import type { Clock } from '#platform/clock.js';
import { FetchFailedError, RedirectRefusedError } from '#platform/net/fetch-errors.js';
import type { OutgoingAccess } from '#platform/net/outgoing-access.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import { endOrWhole } from './read-answer.js';

/** Longest wait for an answer, ms. */
const answerMs = 30_000;

/** Statuses of answers without a body. */
const withoutBody: readonly number[] = [204, 205, 304];

type Asked = Pick<RequestInit, 'method' | 'headers' | 'body'>;

/** The `fetch` of clients of forges. */
export type ForgeFetch = (url: string, asked: Asked) => Promise<Response>;

/** Tools of clients of forges. */
export interface ForgeTools {
  readonly clock: Clock;
  readonly fetch: ForgeFetch;
}

/**
 * Requests to forges at allowed addresses only, with a time limit. Follows one redirect to a
 * renamed repository, and reads logs at other hosts without the token. Writing requests follow no
 * redirect.
 */
export function forgeFetch(outgoing: OutgoingAccess): ForgeFetch {
  return async (url, asked) => {
    const { method, headers, body } = requestOf(url, asked);
    const page = await outgoing
      .request(url, {
        ...{ method, headers, timeoutMs: answerMs, maxBytes: 0, read: endOrWhole },
        maxRedirects: method === 'GET' ? 1 : 0,
        ...(body !== null && { body }),
      })
      .catch((thrown: unknown) => {
        if (!(thrown instanceof RedirectRefusedError)) throw thrown;
        throw new FetchFailedError(forgeTexts.movedTo(url));
      });
    const said = withoutBody.includes(page.status) ? null : new Uint8Array(page.body);
    return new Response(said, {
      status: page.status,
      headers: page.headers.map(([name, value]) => [name, value]),
    });
  };
}

function requestOf(url: string, { method = 'GET', headers, body }: Asked) {
  return {
    method,
    headers: Object.fromEntries(new Request(url, { headers }).headers),
    body: typeof body === 'string' ? Buffer.from(body) : null,
  };
}
