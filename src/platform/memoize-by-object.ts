/**
 * Memoises a pure function by object identity, for the life of the object. The objects must be
 * immutable.
 */
export function memoizeByObject<K extends object, R>(make: (key: K) => R): (key: K) => R {
  const known = new WeakMap<K, { readonly result: R }>();
  return (key) => {
    const kept = known.get(key);
    if (kept !== undefined) return kept.result;
    const result = make(key);
    known.set(key, { result });
    return result;
  };
}
