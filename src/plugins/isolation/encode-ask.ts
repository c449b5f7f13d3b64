import { serialize } from '../../platform/events/serialize.js';
import type { Ask } from './messages.js';

/** Serialises a request. An event reuses the text sent to sockets. */
export function encodeAsk(ask: Ask, id: number, limitMs: number): string {
  if (ask.ask !== 'handle') return JSON.stringify({ ...ask, id, limitMs });
  return `{"ask":"handle","id":${id},"limitMs":${limitMs},"event":${serialize(ask.event)}}`;
}
