import { storableJson } from '../text/storable.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Only an escape brings a NUL or half a surrogate pair into a text of valid JSON. */
const suspicious = /\\u(?:0000|d[89a-f])/i;

/**
 * The JSON object in these bytes; no bytes at all are an empty object. Null for anything else:
 * bytes that are not UTF-8, text that is not JSON, JSON that is not an object. Its texts are storable.
 */
export function parseJsonObject(bytes: Uint8Array): Record<string, unknown> | null {
  if (bytes.length === 0) return {};
  try {
    const text = utf8.decode(bytes);
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return null;
    return suspicious.test(text) ? (storableJson(value) as Record<string, unknown>) : value;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
