/** The set with or without the name. */
export function changed(
  set: ReadonlySet<string>,
  name: string,
  isIn: boolean,
): ReadonlySet<string> {
  const names = new Set(set);
  if (isIn) names.add(name);
  else names.delete(name);
  return names;
}
