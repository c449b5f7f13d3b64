const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The JSON object in these bytes; no bytes at all are an empty object. Null for anything else:
 * bytes that are not UTF-8, text that is not JSON, JSON that is not an object.
 */
export function parseJsonObject(bytes: Uint8Array): Record<string, unknown> | null {
  if (bytes.length === 0) return {};
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
