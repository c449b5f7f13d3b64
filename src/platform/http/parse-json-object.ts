import { storableJson } from '../text/storable.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** In valid JSON, NUL and lone surrogates occur only as escapes. */
const suspicious = /\\u(?:0000|d[89a-f])/i;

/**
 * Parses a JSON object; no bytes at all are an empty object. Null for anything else: invalid UTF-8,
 * invalid JSON, JSON of another type. Its texts are made storable.
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
