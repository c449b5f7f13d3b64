import type { FetchLike } from '@modelcontextprotocol/client';
import { cleaned } from '../../platform/text/cleaned.js';
import { pause } from '../../platform/process/pause.js';
import { mcpTexts } from '../../protocol/texts/mcp.js';
import type { McpLimits } from '../mcp-limits.js';
import {
  BrokenConnection,
  ForgottenSession,
  forgetsSession,
  isConnectionLost,
  isRepeatable,
  LostRequest,
  messageIn,
  pingBody,
} from './lost-request.js';
import { boundedBody, boundedEvents, errorAnswer } from './bounded-body.js';
import type { SeenEvents } from './seen-events.js';
import { messagesOfCauses } from '../../platform/errors/error-text.js';

/** No token, or one with too few rights. */
const asksToSignIn: readonly number[] = [401, 403];

/** Bytes of a refusal. */
const refusalBytes = 64 * 1024;
const errorBodyCharacters = 300;

/** How long an answering stream outlives the last waiter for its answer, ms. */
const spareMs = 5000;

interface HttpChannelOptions {
  readonly label: string;
  readonly limits: McpLimits;
  /** Answers that ask for a sign-in are left to the SDK. */
  readonly signsIn: boolean;
  /** Time limit of a request. */
  readonly answerMs: number;
  /** The server is unreachable, or has forgotten the session. */
  readonly onBroken: (reason: string) => void;
  /** The stream of the server's own messages has ended. */
  readonly onListeningEnd: (seen: SeenEvents) => void;
}

type Init = NonNullable<Parameters<FetchLike>[1]>;

/** A request of the SDK. */
interface SentRequest {
  readonly url: string | URL;
  readonly init: Init;
}

/**
 * The `fetch` for the SDK's transport: without redirects, with limits of time and size, and with
 * failures in the office's words.
 */
export class HttpChannel {
  private underWay = 0;
  private listened = false;
  private wasReached = false;

  constructor(private readonly options: HttpChannelOptions) {}

  /** True if somebody answered or accepted the connection. */
  get reached(): boolean {
    return this.wasReached;
  }

  readonly fetch: FetchLike = async (url, init = {}) => {
    const response = await this.request(url, init);
    await this.refuseRedirect(response);
    const method = init.method ?? 'GET';
    const unsupported = response.status === 405 && method !== 'POST';
    if (this.options.signsIn && asksToSignIn.includes(response.status)) return this.short(response);
    if (!response.ok && !unsupported) return this.refused(response, method, init);
    if (response.body === null || response.status === 202) return response;
    const body = this.bounded(response, response.body, { url, init });
    const { status, statusText, headers } = response;
    return new Response(body, { status, statusText, headers });
  };

  /** An answer whose body the SDK reads completely. */
  private short({ status, statusText, headers, body }: Response): Response {
    const wholeMs = this.options.limits.headersMs;
    const read = body && boundedBody(body, { bytes: refusalBytes, wholeMs });
    return new Response(read, { status, statusText, headers });
  }

  /** Resolves with the headers. */
  private async request(url: string | URL, init: Init): Promise<Response> {
    const { label, limits } = this.options;
    if (this.underWay >= limits.requestsAtOnce) {
      throw new Error(
        mcpTexts.requestFailed(label, mcpTexts.tooManyRequests(limits.requestsAtOnce)),
      );
    }
    const timeout = new AbortController();
    const waitMs = this.headersMs(init.method);
    const timer = setTimeout(() => timeout.abort(), waitMs);
    const signals = [timeout.signal, ...(init.signal ? [init.signal] : [])];
    this.underWay += 1;
    try {
      const response = await sendRequest(url, {
        ...init,
        redirect: 'manual',
        signal: AbortSignal.any(signals),
      });
      this.wasReached = true;
      return response;
    } catch (error) {
      const late = timeout.signal.aborted;
      this.wasReached ||= late || init.signal?.aborted === true || isConnectionLost(error);
      const reason = late ? mcpTexts.noHeaders(waitMs) : messagesOfCauses(error);
      const text = mcpTexts.requestFailed(label, reason);
      const isBroken = !late && !init.signal?.aborted && !(error instanceof LostRequest);
      if (isBroken) throw this.broken(new BrokenConnection(text, { cause: error }));
      throw new Error(text, { cause: error });
    } finally {
      clearTimeout(timer);
      this.underWay -= 1;
    }
  }

  /**
   * The sender gets its error first, because the end of the connection fails all other requests.
   */
  private broken(error: BrokenConnection): BrokenConnection {
    setImmediate(() => this.options.onBroken(error.message));
    return error;
  }

  private headersMs(method: string | undefined): number {
    const { limits, answerMs } = this.options;
    if (method === 'DELETE') return limits.sessionEndMs;
    return method === 'POST' ? Math.max(limits.headersMs, answerMs) : limits.headersMs;
  }

  private async refuseRedirect(response: Response): Promise<void> {
    if (response.status < 300 || response.status > 399) return;
    await response.body?.cancel();
    const location = cleaned(response.headers.get('location') ?? '', errorBodyCharacters);
    throw new Error(mcpTexts.redirected(this.options.label, response.status, location));
  }

  /**
   * An error answer of the protocol is an answer, whatever its status. A lost session, or a stream
   * that is no longer offered, ends the connection.
   */
  private async refused(response: Response, method: string, init: Init): Promise<Response> {
    const { label, limits } = this.options;
    const raw = response.body === null ? '' : await beginningOf(response.body, limits.headersMs);
    const said = cleaned(raw.trim(), errorBodyCharacters).trim();
    const { status } = response;
    const statusText = cleaned(response.statusText, errorBodyCharacters);
    const answered = mcpTexts.answered(label, status, statusText, said);
    const text = wantsBearer(response) ? `${answered} ${mcpTexts.needsOAuth}` : answered;
    const inSession = new Headers(init.headers).has('mcp-session-id');
    const sent = messageIn(init.body).method;
    if (method === 'POST' && forgetsSession({ status, inSession, method: sent, said: raw })) {
      throw this.broken(new ForgottenSession(text));
    }
    const answer = errorAnswer(raw, requestIdIn(init.body));
    if (answer !== null) return Response.json(answer);
    const isOver = method === 'GET' && this.listened;
    throw isOver ? this.broken(new BrokenConnection(text)) : new Error(text);
  }

  private bounded(
    response: Response,
    body: ReadableStream<Uint8Array>,
    sent: SentRequest,
  ): ReadableStream<Uint8Array> {
    const { init } = sent;
    const { label, limits, answerMs, onListeningEnd } = this.options;
    const { bodyBytes: bytes, silentStreamMs: silentMs } = limits;
    const explain = (reason: string) => mcpTexts.streamFailed(label, reason);
    const wholeMs = answerMs + spareMs;
    if (!isEventStream(response)) return boundedBody(body, { bytes, wholeMs });
    if (messageIn(init.body).method === 'subscriptions/listen') {
      const onEnd = (): void => undefined;
      return boundedEvents(body, { limits: { bytes }, awaited: null, explain, onEnd });
    }
    if (init.method === 'GET') {
      this.listened = true;
      return boundedEvents(body, {
        limits: { bytes },
        awaited: null,
        explain,
        onEnd: onListeningEnd,
      });
    }
    return boundedEvents(body, {
      limits: { bytes, silentMs, wholeMs },
      awaited: requestIdIn(init.body),
      explain,
      resume: (lastId, retryMs) => this.resume(sent, lastId, retryMs),
      onEnd: () => undefined,
    });
  }

  /** Requests the rest when the server asked for it (the protocol's `Last-Event-ID`). */
  private async resume(
    { url, init }: SentRequest,
    lastId: string,
    retryMs: number,
  ): Promise<ReadableStream<Uint8Array>> {
    await pause(retryMs, init.signal ?? undefined);
    const response = await this.request(url, resumption(init, lastId));
    if (response.ok && response.body !== null && isEventStream(response)) return response.body;
    await response.body?.cancel();
    throw new Error(mcpTexts.notResumed(response.status));
  }
}

/**
 * Sends a request; a repeatable one again if its connection was lost. Otherwise the server is
 * probed.
 * @throws LostRequest if it answers
 */
async function sendRequest(url: string | URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted || !isConnectionLost(error)) throw error;
    if (isRepeatable(init.body)) return fetch(url, init);
    const answer = await sendRequest(url, { ...init, body: pingBody });
    await answer.body?.cancel();
    throw new LostRequest(error);
  }
}

function wantsBearer({ status, headers }: Response): boolean {
  return status === 401 && /^bearer\b/i.test(headers.get('www-authenticate') ?? '');
}

/** The request for the rest of an answering stream, after the last event. */
function resumption({ headers: given, signal }: Init, lastId: string): Init {
  const headers = new Headers(given);
  headers.delete('content-type');
  headers.set('accept', 'text/event-stream');
  headers.set('last-event-id', lastId);
  return { method: 'GET', headers, ...(signal && { signal }) };
}

function isEventStream(response: Response): boolean {
  return (response.headers.get('content-type') ?? '').toLowerCase().startsWith('text/event-stream');
}

/** Id of a request being sent; null if it expects no answer. */
function requestIdIn(body: Init['body']): string | number | null {
  const { method, id = null } = messageIn(body);
  return method === undefined ? null : id;
}

/** The part of it that arrives within the limits. */
async function beginningOf(body: ReadableStream<Uint8Array>, wholeMs: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of boundedBody(body, { bytes: Infinity, wholeMs })) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= refusalBytes) break;
    }
  } catch {
    // What has arrived until then is reported.
  }
  return Buffer.concat(pieces).toString('utf8', 0, refusalBytes);
}
