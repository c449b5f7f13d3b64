import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** By connection: the requests whose answers are not yet written, oldest first. */
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

/** How many requests of a connection have no answer that was written whole. */
export function unansweredOn(stream: Duplex): number {
  return unanswered.get(stream)?.size ?? 0;
}

/**
 * Calls back once every request that came whole, or whose answer has begun, is answered: requests
 * may follow each other without waiting (RFC 9112, 9.3.2). At once when there is none; never when the
 * connection is lost meanwhile.
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
