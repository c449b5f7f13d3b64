import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { Fault } from './chaos.js';

/** One event of a stream: data as JSON, or a raw line. */
export interface Frame {
  readonly event?: string;
  readonly data: unknown;
}

/** The last line of every stream in OpenAI's format. */
export const done: Frame = { data: '[DONE]' };

/** A comment line, which clients skip. */
export const comment = (text: string): Frame => ({ event: ':', data: text });

const nonsense = 'data: {"half": \n\nthis is no field of an event\n\ndata: neither is this\n\n';

/** Writes a stream to its end, or to its fault. */
export async function sendFrames(
  response: ServerResponse,
  frames: readonly Frame[],
  errorFrame: Frame,
  fault: Fault | undefined,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  response.flushHeaders();
  if (fault?.kind === 'slow') return sendSlowly(response, frames, fault.betweenMs);
  const whole = text(frames);
  const split = fault !== undefined && 'afterFrames' in fault ? fault.afterFrames : 0;
  const sent = text(frames.slice(0, split));
  switch (fault?.kind) {
    case 'cut':
      response.write(sent, () => response.destroy());
      return;
    case 'stall':
      response.write(sent);
      return;
    case 'malformed':
      response.end(sent + nonsense + text(frames.slice(split)));
      return;
    case 'unfinished':
      response.end(sent);
      return;
    case 'empty-stream':
      response.end();
      return;
    case 'error-in-stream':
      response.end(sent + text([errorFrame]));
      return;
    default:
      response.end(whole);
  }
}

async function sendSlowly(
  response: ServerResponse,
  frames: readonly Frame[],
  betweenMs: number,
): Promise<void> {
  for (const frame of frames) {
    if (response.destroyed) return;
    response.write(text([frame]));
    await setTimeout(betweenMs);
  }
  response.end();
}

function text(frames: readonly Frame[]): string {
  return frames.map(frameText).join('');
}

function frameText({ event, data }: Frame): string {
  const line = typeof data === 'string' ? data : JSON.stringify(data);
  if (event === ':') return `: ${line}\n\n`;
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${line}\n\n`;
}

/** A text in pieces, as a model streams it. */
export function piecesOf(whole: string, length = 24): readonly string[] {
  return whole.match(new RegExp(`[\\s\\S]{1,${length}}`, 'g')) ?? [];
}
