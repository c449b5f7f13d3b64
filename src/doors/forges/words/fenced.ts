import { clip } from '#platform/text/clip.js';
import { sanitizeOutput } from '#platform/text/sanitize-output.js';
import { codeFence } from '#protocol/rules/code-fence.js';

/** Foreign text in a fence that nothing in the text can end. */
export function fenced(text: string, most: number, note: string): string {
  const clean = clip(sanitizeOutput(text.replaceAll('\r\n', '\n')).trim(), most, note);
  const fence = codeFence(clean);
  return `${fence}text\n${clean}\n${fence}`;
}
