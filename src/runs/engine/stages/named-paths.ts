const words = /[\w@.+~\\/-]+/g;
const wordsRead = 5000;

/**
 * The paths, of files or directories, that a text names: `src/a.ts:12` and `/work/src/a.ts` name
 * `src/a.ts`; `other/src/a.ts` and `src/a.tsx` do not. If several match a word, only the longest
 * counts.
 */
export function pathsNamedIn(text: string, paths: readonly string[]): ReadonlySet<string> {
  const named = new Set<string>();
  const read = new Set((text.match(words) ?? []).slice(0, wordsRead));
  for (const word of read) {
    const [longest] = paths
      .filter((path) => names(word, path))
      .toSorted((one, other) => other.length - one.length);
    if (longest !== undefined) named.add(longest);
  }
  for (const path of paths) if (isOdd(path) && text.includes(path)) named.add(path);
  return named;
}

/**
 * True for a path with characters that `words` does not match; the text is searched for the whole
 * path.
 */
function isOdd(path: string): boolean {
  return path !== '' && path.match(words)?.[0] !== path;
}

function names(word: string, path: string): boolean {
  const wanted = `/${bare(path)}/`;
  const said = `/${bare(word)}/`;
  const isAbsolute = /^(?:[\\/]|~)/.test(word);
  return wanted !== '//' && (isAbsolute ? said.includes(wanted) : said.startsWith(wanted));
}

/** The path without a leading `./` or `/`, and without a full stop or slash at its end. */
function bare(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '')
    .replace(/(?<![./])[./]+$/, '');
}
