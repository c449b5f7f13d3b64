const maxLength = 40;

/** A name as an id and a directory: `[a-z0-9-]`, at most 40 characters, `office` when none is left. */
export function slugOf(name: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, maxLength).replace(/-$/, '') || 'office';
}

/** The slug itself, or the first of `-2`, `-3`, ... that is not taken. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  for (let number = 2, candidate = slug; ; number += 1) {
    if (!taken.has(candidate)) return candidate;
    candidate = `${slug}-${number}`;
  }
}

/** Names that no directory of Windows can have. */
const reserved = /^(?:con|prn|aux|nul|(?:com|lpt)\d)$/;

/** Names for the directory of a floor, best first: the slug, then with `-2`, `-3`, ... behind it. */
export function* folderNames(slug: string): Generator<string, never> {
  if (!reserved.test(slug)) yield slug;
  for (let number = 2; ; number += 1) yield `${slug}-${number}`;
}
