import type { ForgeFetch } from './forge-fetch.js';

/** Of an answer that is kept; longer ones are rarely asked for again. */
const mostOfOne = 256 * 1024;
/** Of all that a client keeps. */
const mostOfAll = 8 * 1024 * 1024;

interface Kept {
  readonly etag: string;
  readonly type: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

/**
 * Asks conditionally for what was read, which costs nothing of the limit. Records alone are kept, and
 * those within bounds; none whose address has a time, as it is never asked for again.
 */
export function askingConditionally(fetch: ForgeFetch): ForgeFetch {
  const kept = new Map<string, Kept>();
  let bytes = 0;
  const drop = (url: string): void => {
    bytes -= sizeOf(url, kept.get(url));
    kept.delete(url);
  };
  const keep = (url: string, answer: Kept): void => {
    drop(url);
    kept.set(url, answer);
    bytes += sizeOf(url, answer);
    for (const oldest of kept.keys()) {
      if (bytes <= mostOfAll) return;
      drop(oldest);
    }
  };
  return async (url, asked) => {
    const { method = 'GET', headers } = asked;
    if (method !== 'GET' || new URL(url).searchParams.has('since')) return fetch(url, asked);
    const known = kept.get(url);
    const told = new Headers(headers);
    if (known !== undefined) told.set('if-none-match', known.etag);
    const answer = await fetch(url, { ...asked, headers: told });
    if (answer.status === 304 && known !== undefined) {
      keep(url, known);
      return answerFrom(known);
    }
    const etag = answer.headers.get('etag');
    const type = answer.headers.get('content-type') ?? '';
    if (answer.status !== 200 || etag === null || !type.startsWith('application/json')) {
      return answer;
    }
    const body = new Uint8Array(await answer.arrayBuffer());
    if (body.length <= mostOfOne) keep(url, { etag, type, body });
    const { status, headers: had } = answer;
    return new Response(body, { status, headers: had });
  };
}

function answerFrom({ etag, type, body }: Kept): Response {
  return new Response(body, { status: 200, headers: { etag, 'content-type': type } });
}

function sizeOf(url: string, answer: Kept | undefined): number {
  return answer === undefined ? 0 : url.length + answer.body.length;
}
