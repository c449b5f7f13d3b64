import type { ServerResponse } from 'node:http';
import type { ScriptedFault } from './scripted-reply.js';

/** The way a dialect writes one object of a stream. */
export interface StreamFormat {
  readonly frame: (chunk: object) => string;
  readonly last: string;
  readonly errorFrame: string;
}

export const openAiFormat: StreamFormat = {
  frame: (chunk) => `data: ${JSON.stringify(chunk)}\n\n`,
  last: 'data: [DONE]\n\n',
  errorFrame: `data: ${JSON.stringify({ error: { message: 'the engine stopped', code: 'server_error' } })}\n\n`,
};

export const anthropicFormat: StreamFormat = {
  frame: (event) =>
    `event: ${(event as { type: string }).type}\ndata: ${JSON.stringify(event)}\n\n`,
  last: '',
  errorFrame: `event: error\ndata: ${JSON.stringify({
    type: 'error',
    error: { type: 'overloaded_error', message: 'the engine stopped' },
  })}\n\n`,
};

const nonsense = ': a comment\n\ndata: {"half": \n\ndata: not json at all\n\n';

const commentsOfPause = 8;
const betweenCommentsMs = 100;

function keepAlive(response: ServerResponse, comments: number, then: () => void): void {
  let left = comments;
  const timer = setInterval(() => {
    response.write(': keep-alive\n\n');
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    then();
  }, betweenCommentsMs);
  response.on('close', () => clearInterval(timer));
}

/** Writes a stream to its end, or to its fault. */
export function sendStream(
  response: ServerResponse,
  chunks: readonly object[],
  format: StreamFormat,
  fault: ScriptedFault | undefined,
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  const healthy = fault === undefined ? chunks : chunks.slice(0, fault.afterChunks);
  const rest = chunks.slice(healthy.length);
  const sent = healthy.map(format.frame).join('');
  switch (fault?.kind) {
    case 'cut':
      response.write(sent, () => response.destroy());
      return;
    case 'stall':
      response.write(sent);
      return;
    case 'end':
      response.end(sent);
      return;
    case 'error':
      response.end(sent + format.errorFrame);
      return;
    case 'malformed':
      response.end(sent + nonsense + rest.map(format.frame).join('') + format.last);
      return;
    case 'pause':
      response.write(sent);
      keepAlive(response, commentsOfPause, () => {
        response.end(rest.map(format.frame).join('') + format.last);
      });
      return;
    case 'comments':
      response.write(sent);
      keepAlive(response, Infinity, () => {});
      return;
    case undefined:
      response.end(sent + format.last);
  }
}
