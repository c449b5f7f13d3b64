import { serialize } from '../../platform/events/serialize.js';
import type { Ask } from './messages.js';

/** An ask as it goes over the line. An event is the text that every socket got, not made anew. */
export function encodeAsk(ask: Ask, id: number, limitMs: number): string {
  if (ask.ask !== 'handle') return JSON.stringify({ ...ask, id, limitMs });
  return `{"ask":"handle","id":${id},"limitMs":${limitMs},"event":${serialize(ask.event)}}`;
}
