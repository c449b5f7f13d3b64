import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { httpTexts } from '../../protocol/texts/http.js';

/** Time without traffic after which a refused connection is cut, ms. */
const refusedForMs = 10_000;

/**
 * Answers requests that are not HTTP, or whose headers are too large, like every other refusal.
 * Node's own answer lacks the body and the promised headers. Earlier complete requests are answered
 * first. Further bytes of the same request cause more errors, of which only the first counts. A
 * client that reads nothing is cut.
 */
export function answerClientErrors(server: Server, cutAfterMs = refusedForMs): void {
  const refused = new WeakSet<Duplex>();
  accountForRequests(server);
  server.on('clientError', (error: NodeJS.ErrnoException, stream: Duplex) => {
    if (error.code === 'ECONNRESET' || !stream.writable) stream.destroy();
    else if (!refused.has(stream)) {
      refused.add(stream);
      writeRawAnswer(stream, statusOf(error), httpTexts.notHttp);
      if (stream instanceof Socket) stream.setTimeout(cutAfterMs, () => stream.destroy());
    }
  });
}

/**
 * Accepts requests that Node would refuse without a body: one without a `Host` header, which the
 * access policy refuses with a text, and one with an expectation other than `100-continue`, which
 * is ignored. A client that has ended its own half of the connection is still answered.
 */
export function admitUnusualRequests(server: Server): void {
  Object.assign(server, { requireHostHeader: false, httpAllowHalfOpen: true });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
}

function statusOf({ code }: NodeJS.ErrnoException): number {
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
}

/**
 * Writes a refusal to a connection without a response object, after the answers to earlier
 * requests, and ends the connection. The headers are those of every answer (`answer-headers.ts`) to
 * a request without an origin.
 */
export function writeRawAnswer(
  stream: Duplex,
  status: number,
  error: string,
  headers: readonly string[] = [],
): void {
  const body = JSON.stringify({ error }, null, 2);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'access-control-allow-origin: null',
    'connection: close',
    ...headers,
  ];
  stream.on('error', () => stream.destroy());
  afterAnswers(stream, () => {
    stream.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => stream.destroy());
  });
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** For each connection, the requests without a complete answer, oldest first. */
const unanswered = new WeakMap<Duplex, Set<Exchange>>();

/** Tracks the requests of every connection for the functions below. */
export function accountForRequests(server: Server): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const exchange = { request, response };
    const exchanges = unanswered.get(request.socket) ?? new Set();
    unanswered.set(request.socket, exchanges.add(exchange));
    response.once('close', () => exchanges.delete(exchange));
  });
}

/** Number of requests of a connection without a complete answer. */
export function unansweredOn(stream: Duplex): number {
  return unanswered.get(stream)?.size ?? 0;
}

/**
 * Calls back once all complete requests, and those with a started answer, are answered; requests
 * may be pipelined (RFC 9112, 9.3.2). Immediately if there are none; never if the connection is
 * lost.
 */
function afterAnswers(stream: Duplex, then: () => void): void {
  const waiting = [...(unanswered.get(stream) ?? [])].filter(willBeAnswered);
  let left = waiting.length;
  if (left === 0) return then();
  for (const { response } of waiting) {
    response.once('close', () => {
      left -= 1;
      if (left === 0 && stream.writable) then();
    });
  }
}

function willBeAnswered({ request, response }: Exchange): boolean {
  return request.complete || response.headersSent;
}
