import { isPlainObject } from '../catalogue/plain-values.js';

/**
 * What a vendor said of its refusal, on one line and cut to size: the message of its JSON, else the
 * text as it is. A key that the vendor repeats is taken out.
 */
export function errorDetail(body: string, most: number, key: string | null): string {
  const text = messageIn(body) ?? body;
  const safe = isInformative(key) ? text.replaceAll(key, '[key]') : text;
  return safe
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, most);
}

/** A key too short to be one would replace ordinary words. */
function isInformative(key: string | null): key is string {
  return key !== null && key.length >= 8;
}

/** The message of an error body in any of the usual shapes; null when it has none. */
export function messageIn(body: unknown): string | null {
  const parsed = typeof body === 'string' ? parse(body) : body;
  if (!isPlainObject(parsed)) return null;
  const { error, message, detail } = parsed;
  const candidates = [isPlainObject(error) ? error['message'] : error, message, detail];
  const found = candidates.find((candidate) => typeof candidate === 'string' && candidate !== '');
  return typeof found === 'string' ? found : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
