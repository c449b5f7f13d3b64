const replacement = '\uFFFD';

/**
 * The text as every store can hold it: NUL and lone surrogates, which PostgreSQL and UTF-8 cannot,
 * become U+FFFD. The length in UTF-16 units stays.
 */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', replacement);
}

/** A JSON value with every text in it storable, names of fields included. */
export function storableJson(value: unknown): unknown {
  if (typeof value === 'string') return storable(value);
  if (Array.isArray(value)) return value.map(storableJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [storable(name), storableJson(entry)]),
  );
}
