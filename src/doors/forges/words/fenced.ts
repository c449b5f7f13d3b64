import { clip } from '#platform/text/clip.js';
import { sanitizeOutput } from '#platform/text/sanitize-output.js';

const least = 3;

/** Foreign text in a fence that nothing in the text can end. */
export function fenced(text: string, most: number, note: string): string {
  const clean = clip(sanitizeOutput(text.replaceAll('\r\n', '\n')).trim(), most, note);
  const runs = clean.match(/`+/g) ?? [];
  const longest = runs.reduce((length, run) => Math.max(length, run.length), least - 1);
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${clean}\n${fence}`;
}
