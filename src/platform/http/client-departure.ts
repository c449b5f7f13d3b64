import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A client that has ended its half of the connection is asked for the first time after so many ms. */
const firstAskMs = 1000;
/** The first question makes a client that is gone cut the connection; the second meets that. */
const secondAskMs = 250;
const laterAskMs = 5000;

/** Injects a signal that is aborted when the client leaves before it is answered. */
export const ClientDeparture = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const http = context.switchToHttp();
  return departureOf(http.getRequest<IncomingMessage>(), http.getResponse<ServerResponse>());
});

/**
 * A signal that is aborted when the connection is lost before the answer is written.
 *
 * Closing a connection and ending only the own half of it look alike from here. A client that has
 * done either is sent 102 (RFC 2518, 10.1), which says no more than that the answer is still being
 * made: one that listens skips it, one that is gone cuts the connection. HTTP/1.0 knows no such
 * answer (RFC 9110, 15.2), so there the end of a half is the end.
 */
function departureOf(request: IncomingMessage, response: ServerResponse): AbortSignal {
  const leaving = new AbortController();
  const { socket } = request;
  let timer: NodeJS.Timeout | undefined;
  const ask = (nextMs: number): void => {
    response.writeProcessing();
    timer = setTimeout(ask, nextMs, laterAskMs).unref();
  };
  const doubt = (): void => {
    if (request.httpVersionMinor === 0) leaving.abort();
    else timer = setTimeout(ask, firstAskMs, secondAskMs).unref();
  };
  response.once('close', () => {
    clearTimeout(timer);
    socket.off('end', doubt);
    if (!response.writableFinished) leaving.abort();
  });
  if (response.destroyed || socket.destroyed) leaving.abort();
  else if (socket.readableEnded) doubt();
  else socket.once('end', doubt);
  return leaving.signal;
}
