/**
 * Sorts measured items by measure, highest first, among their own places; unmeasured ones keep
 * theirs, because comparing the two gives no consistent order. Stable.
 */
export function reorderMeasured<T>(
  items: readonly T[],
  measureOf: (item: T) => number | undefined,
): readonly T[] {
  const measured = items
    .map((item) => ({ item, measure: measureOf(item) }))
    .filter((entry): entry is { item: T; measure: number } => entry.measure !== undefined)
    .sort((a, b) => b.measure - a.measure)
    .map(({ item }) => item);
  let next = 0;
  return items.map((item) => (measureOf(item) === undefined ? item : (measured[next++] ?? item)));
}
