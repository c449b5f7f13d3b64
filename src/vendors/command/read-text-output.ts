import { clip } from '../../platform/text/clip.js';
import { sanitizeOutput } from '../../platform/text/sanitize-output.js';
import { terminalText } from '../../platform/text/terminal-text.js';
import { vendorLimits } from '../vendor-limits.js';

/** Of an output with progress, what is drawn again as its last state. */
const redrawnCharacters = 40_000;

/** What the output of a harness says. */
export interface ReadOutput {
  readonly text: string;
  readonly paths: readonly string[];
  /** How the harness says its turn ended; null when it does not. */
  readonly turnStatus: string | null;
  /** A structured event was used; otherwise the text is the output as it came. */
  readonly parsed: boolean;
}

/** Output that is plain text. */
export function readTextOutput(stdout: string): ReadOutput {
  const shown = terminalText(clip(stdout, redrawnCharacters));
  return { text: readableText(shown), paths: [], turnStatus: null, parsed: false };
}

/** What a harness said, as far as any of it is told: cut before it is cleaned. */
export function readableText(said: string): string {
  return sanitizeOutput(clip(said.trim(), 4 * vendorLimits.answerCharacters)).trim();
}
