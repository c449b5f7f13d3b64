/** The known ones of the given ids, without duplicates, in order. */
export function uniqueKnown(ids: readonly string[], known: ReadonlySet<string>): readonly string[] {
  return [...new Set(ids)].filter((id) => known.has(id));
}
