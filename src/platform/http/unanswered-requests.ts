import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

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
export function afterAnswers(stream: Duplex, then: () => void): void {
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
