const maxLength = 40;

/** A name as id and directory: `[a-z0-9-]`, at most 40 characters, `office` if none remains. */
export function slugOf(name: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, maxLength).replace(/-$/, '') || 'office';
}

/** The slug itself, or with the first free suffix `-2`, `-3`, ... */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  for (let number = 2, candidate = slug; ; number += 1) {
    if (!taken.has(candidate)) return candidate;
    candidate = `${slug}-${number}`;
  }
}

/** Names that Windows reserves. */
const reserved = /^(?:con|prn|aux|nul|(?:com|lpt)\d)$/;

/** Names for a floor's directory, best first: the slug, then with `-2`, `-3`, ... */
export function* folderNames(slug: string): Generator<string, never> {
  if (!reserved.test(slug)) yield slug;
  for (let number = 2; ; number += 1) yield `${slug}-${number}`;
}
