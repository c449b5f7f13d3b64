/**
 * Remembers what a pure function made of an object, for as long as that object lives. Its user's
 * objects are never changed: whatever differs is another object.
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
