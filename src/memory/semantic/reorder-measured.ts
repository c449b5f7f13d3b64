/**
 * Puts those that were measured in order of their measure, the highest first, among the places that
 * they held together; the others keep theirs, since comparing measured with unmeasured ones gives
 * no consistent order. Equal measures keep their order.
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
