import type { ServerEvent } from '../../protocol/events.js';

const texts = new WeakMap<ServerEvent, string>();

/**
 * The event as JSON. It is made once for each event object, whoever asks and how often:
 * the stored row and the frame to every socket are the same text.
 */
export function serialize(event: ServerEvent): string {
  const known = texts.get(event);
  if (known !== undefined) return known;
  const text = JSON.stringify(event);
  texts.set(event, text);
  return text;
}
