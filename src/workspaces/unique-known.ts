/** The known ids among those given, each once, in the order given. */
export function uniqueKnown(ids: readonly string[], known: ReadonlySet<string>): readonly string[] {
  return [...new Set(ids)].filter((id) => known.has(id));
}
