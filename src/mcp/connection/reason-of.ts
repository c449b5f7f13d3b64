import { isPlainObject } from '../../platform/config/entry-values.js';

const deepest = 4;

/** Undici says little more than `fetch failed` or `terminated`; what happened is in the causes. */
export function reasonOf(error: unknown): string {
  const messages: string[] = [];
  for (let at: unknown = error; isPlainObject(at) && messages.length < deepest; at = at.cause) {
    const message = [at.message, at.code, at.name].find(isText);
    if (message !== undefined && !messages.includes(message)) messages.push(message);
  }
  return messages.length === 0 ? String(error) : messages.join(': ');
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
