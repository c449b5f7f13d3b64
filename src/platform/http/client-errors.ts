import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { httpTexts } from '../../protocol/texts/http.js';
import { writeRawAnswer } from './raw-answer.js';
import { accountForRequests } from './unanswered-requests.js';

/** A refused connection on which nothing moves for so long is cut off, ms. */
const refusedForMs = 10_000;

/**
 * Answers requests that are not HTTP, or whose headers are too large, in the shape of every other
 * refusal. Node's own answer has no body and lacks the headers that clients are promised. Requests
 * that came whole before it are answered first. Further bytes of the same request cause errors
 * again; the first one decides. A client that reads nothing is cut off.
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
 * Lets through what Node would refuse by itself, likewise without a body: a request without a
 * `Host` header, which the access policy refuses in words, and one with an expectation other than
 * `100-continue`, which is served as if it had none. A client that has ended its own half of the
 * connection is answered still.
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
