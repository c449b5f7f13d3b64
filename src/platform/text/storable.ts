const replacement = '\uFFFD';

/**
 * The text in a form that every store can hold: NUL and lone surrogates, which PostgreSQL and UTF-8
 * refuse, become U+FFFD. The length in UTF-16 units is unchanged.
 */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', replacement);
}

/** A JSON value with all its texts storable, including names of fields. */
export function storableJson(value: unknown): unknown {
  if (typeof value === 'string') return storable(value);
  if (Array.isArray(value)) return value.map(storableJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [storable(name), storableJson(entry)]),
  );
}
