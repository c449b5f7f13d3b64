/** Benches that take an hour or install everything; they only run when named. */
export const onlyWhenNamed: readonly string[] = ['console-stream', 'first-start'];

/** The benches to run, in order. Throws for an unknown name. */
export function chosenBenches(all: readonly string[], named: readonly string[]): readonly string[] {
  const unknown = named.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    throw new Error(`There is no bench "${unknown.join('", "')}". There is: ${all.join(', ')}.`);
  }
  if (named.length > 0) return all.filter((name) => named.includes(name));
  return all.filter((name) => !onlyWhenNamed.includes(name));
}
