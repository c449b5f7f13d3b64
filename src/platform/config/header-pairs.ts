/**
 * Comma-separated `name=value` pairs with percent-encoded values, as OpenTelemetry writes headers
 * and attributes.
 */
export function headerPairs(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').flatMap((pair): [string, string][] => {
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(0, at)).trim();
    return name === '' ? [] : [[name, decoded(pair.slice(at + 1).trim())]];
  });
  return Object.fromEntries(pairs);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
