/**
 * The fields of a document, by their paths, that a check does not look at. A validator that is made
 * from a schema reads each property the schema names, and every key of a map; what it leaves unread
 * is in no schema, e.g. a misspelled name.
 */
export function unreadFields(document: unknown, check: (document: unknown) => unknown): string[] {
  const unread = new Set<string>();
  check(watch(document, '', unread));
  return [...unread];
}

function watch(value: unknown, path: string, unread: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const names = new Map<PropertyKey, string>();
  const copy = Array.isArray(value) ? [] : {};
  for (const [key, inner] of Object.entries(value)) {
    const name = path === '' ? key : `${path}.${key}`;
    names.set(key, name);
    unread.add(name);
    Object.assign(copy, { [key]: watch(inner, name, unread) });
  }
  return new Proxy(copy, {
    get(target, key, receiver): unknown {
      unread.delete(names.get(key) ?? '');
      return Reflect.get(target, key, receiver);
    },
  });
}
