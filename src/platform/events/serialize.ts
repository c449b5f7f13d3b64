import type { ServerEvent } from '../../protocol/events.js';
import type { CommittedEvent } from './drafts.js';

type Serializable = ServerEvent | CommittedEvent;

const texts = new WeakMap<Serializable, string>();

/**
 * The event as JSON, made once per event object: the stored row and the frames to all sockets are
 * the same text.
 */
export function serialize(event: Serializable): string {
  const known = texts.get(event);
  if (known !== undefined) return known;
  const text = JSON.stringify(event);
  texts.set(event, text);
  return text;
}

/**
 * The event that was stored as this text; `serialize` returns the text unchanged. Only the service
 * writes events, and every one passes here, so no schema checks them.
 */
export function restore(text: string): CommittedEvent {
  const event = JSON.parse(text) as CommittedEvent;
  texts.set(event, text);
  return event;
}
