import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { afterAnswers } from './unanswered-requests.js';

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
