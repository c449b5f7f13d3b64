import { withoutEnd } from '#platform/text/without-end.js';
const excerptCharacters = 160;
const slugCharacters = 48;

/** The first meaningful line of a prompt, which the simulated employee refers to. */
export function excerptOf(prompt: string): string {
  for (const line of prompt.split('\n')) {
    const said = plain(line);
    if (isSubstantive(said)) return said.slice(0, excerptCharacters).trim();
  }
  return 'the work described in the brief';
}

/** A file name derived from the excerpt. */
export function slugOf(excerpt: string): string {
  const slug = excerpt
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, slugCharacters)
    .replace(/^-/, '');
  return withoutEnd(slug, '-') === '' ? 'feature' : withoutEnd(slug, '-');
}

/** Relative paths in a prompt, in order, without duplicates. */
export function pathsIn(prompt: string): string[] {
  const lines = prompt.split('\n').filter((line) => line.includes('/'));
  const found = lines.join('\n').matchAll(/(?:^|[\s`("])((?:[\w.-]+\/)+[\w-]+\.[a-z]{1,6})\b/gm);
  return [...new Set([...found].map((match) => match[1] ?? ''))];
}

function plain(line: string): string {
  return line.trim().replace(/^[>*-]\s+/, '');
}

/** False for headings, rules, fences, bold labels, `Word:` lines and short introductions. */
function isSubstantive(line: string): boolean {
  if (line.length < 3 || /^(#|```|[-=*_]{3,})/.test(line)) return false;
  if (/^\*\*[^*]*\*\*:?$/.test(line) || /^<\/?[\w-][^>]*>$/.test(line)) return false;
  if (/^\w+:(\s|$)/.test(line)) return false;
  return !(line.endsWith(':') && line.length < 60);
}
