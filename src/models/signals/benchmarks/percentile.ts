/**
 * Where a value stands among others, 0 for the lowest and 1 for the highest; equal values stand
 * where the first of them does. Alone it stands in the middle.
 */
export function percentileAmong(values: readonly number[]): (value: number) => number {
  const sorted = values.toSorted((a, b) => a - b);
  const places = new Map<number, number>();
  sorted.forEach((value, place) => {
    if (!places.has(value)) places.set(value, place);
  });
  return (value) => (sorted.length < 2 ? 0.5 : (places.get(value) ?? 0) / (sorted.length - 1));
}
