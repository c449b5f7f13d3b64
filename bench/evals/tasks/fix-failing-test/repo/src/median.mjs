/** The value in the middle; of an even number of values the mean of the middle two. */
export function median(values) {
  const ordered = [...values].sort();
  const middle = Math.floor(ordered.length / 2);
  if (ordered.length % 2 === 1) return ordered[middle];
  return (ordered[middle - 1] + ordered[middle]) / 2;
}
