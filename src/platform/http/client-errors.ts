import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { httpTexts } from '../../protocol/texts/http.js';
import { writeRawAnswer } from './raw-answer.js';
import { accountForRequests } from './unanswered-requests.js';

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
