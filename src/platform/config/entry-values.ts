/** Values of a configuration file, of which nothing is known before they are looked at. */

export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The strings of a list; undefined when it is no list. */
export function stringList(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter((item): item is string => typeof item === 'string');
}

/**
 * The strings of an object, by name. Numbers and truth values count as what they read like:
 * `"PORT": 3000` is as good as a string.
 */
export function stringRecord(value: unknown): Readonly<Record<string, string>> {
  if (!isPlainObject(value)) return {};
  const entries = Object.entries(value).flatMap(([name, item]) =>
    ['string', 'number', 'boolean'].includes(typeof item) ? [[name, String(item)] as const] : [],
  );
  return Object.fromEntries(entries);
}
