import { clipMiddle } from '../../platform/text/clip.js';
import { sanitizeOutput } from '../../platform/text/sanitize-output.js';
import { hookBriefTexts } from '../../protocol/texts/hook-brief.js';
import { fenceUntrusted } from '../../tools/fence-untrusted.js';

/** Characters of foreign material in a brief. */
const mostCharacters = 20_000;

/**
 * The operator's brief with the sent content in a fence: a text as it came. An object is not
 * indented, because indentation grows with the square of its depth.
 */
export function briefBeside(brief: string, source: string, sent: unknown): string {
  const text = typeof sent === 'string' ? sent : JSON.stringify(sent);
  const kept = clipMiddle(sanitizeOutput(text), mostCharacters, hookBriefTexts.leftOut);
  return `${brief.trim()}\n\n${hookBriefTexts.beside}\n\n${fenceUntrusted(source, kept)}`;
}
