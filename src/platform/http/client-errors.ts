import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { httpTexts } from '../../protocol/texts.js';
import { writeRawAnswer } from './raw-answer.js';

/**
 * Answers what is not HTTP at all, or has headers beyond measure, in the shape of every other
 * refusal. Node's own answer has no body and lacks the headers that clients are promised.
 */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, stream: Duplex) => {
    if (error.code === 'ECONNRESET' || !stream.writable || isAnswering(stream)) stream.destroy();
    else writeRawAnswer(stream, statusOf(error), httpTexts.notHttp);
  });
}

/**
 * Lets through what Node would refuse by itself, likewise without a body: a request without a
 * `Host` header, which the access policy refuses in words, and one with an expectation other than
 * `100-continue`, which is served as if it had none.
 */
export function admitUnusualRequests(server: Server): void {
  Object.assign(server, { requireHostHeader: false });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
}

/** An answer has begun, into which another must not be written; Node itself looks here too. */
function isAnswering(stream: Duplex & { _httpMessage?: { headersSent: boolean } | null }): boolean {
  return stream._httpMessage?.headersSent === true;
}

function statusOf({ code }: NodeJS.ErrnoException): number {
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
}
