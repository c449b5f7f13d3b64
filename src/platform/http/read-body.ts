import type { IncomingMessage } from 'node:http';
import { httpTexts } from '../../protocol/texts/http.js';
import { TooLargeError } from '../errors/office-error.js';

/**
 * Reads a request's body. Rejects with a TooLargeError as soon as the limit is passed; the rest is
 * read and dropped, so that the answer reaches a client that is still sending. If the answer ends
 * the connection it waits for the rest, because a client that writes to a closed connection loses
 * the answer. Not `body-parser`, which refuses a body only after reading all of it. Null if the
 * client left first.
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = (settle: () => void): void => {
      request.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone);
      settle();
    };
    const refuse = (): void => {
      finish(() => {
        const rest = endsConnection(request) ? restRead(request) : Promise.resolve();
        void rest.then(() => reject(new TooLargeError(httpTexts.bodyTooLarge)));
      });
      request.resume();
    };
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > maxBytes) refuse();
      else chunks.push(chunk);
    };
    const onEnd = (): void => finish(() => resolve(Buffer.concat(chunks)));
    const onGone = (): void => finish(() => resolve(null));
    request.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone);
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) refuse();
  });
}

/** Time without data after which a client counts as waiting for the answer, ms. */
const silence = 500;

/** Resolves when the rest has been read, or the client is silent or gone. */
function restRead(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, silence);
    const onData = (): unknown => timer.refresh();
    request.on('data', onData).on('end', done).on('close', done);

    function done(): void {
      clearTimeout(timer);
      request.off('data', onData).off('end', done).off('close', done);
      request.resume();
      resolve();
    }
  });
}

function endsConnection({ headers, httpVersion }: IncomingMessage): boolean {
  const connection = headers.connection?.toLowerCase() ?? '';
  return connection.includes('close') || (httpVersion === '1.0' && connection !== 'keep-alive');
}
