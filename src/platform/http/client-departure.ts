import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Time until a client that has ended its half of the connection is probed, ms. */
const firstAskMs = 1000;
/**
 * Time until the second probe, ms: the first makes a client that is gone reset the connection, the
 * second notices.
 */
const secondAskMs = 250;
const laterAskMs = 5000;

/** Injects a signal that is aborted if the client leaves before it is answered. */
export const ClientDeparture = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const http = context.switchToHttp();
  return departureOf(http.getRequest<IncomingMessage>(), http.getResponse<ServerResponse>());
});

/**
 * A signal that is aborted if the connection is lost before the answer is written.
 *
 * Closing a connection and ending only one's own half look alike from here. Such a client is sent
 * 102 (RFC 2518, 10.1), an interim answer: one that listens skips it, one that is gone resets the
 * connection. HTTP/1.0 has no interim answers (RFC 9110, 15.2), so there the end of the half counts
 * as leaving.
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
