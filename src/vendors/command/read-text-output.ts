import { clip } from '../../platform/text/clip.js';
import { cleaned } from '../../platform/text/cleaned.js';
import { terminalText } from '../../platform/text/terminal-text.js';
import { vendorLimits } from '../vendor-limits.js';

/** Characters of an output whose progress bars are collapsed to their last state. */
const redrawnCharacters = 40_000;

/** The content of a harness's output. */
export interface ReadOutput {
  readonly text: string;
  readonly paths: readonly string[];
  /** The harness's own status of its turn; null if it has none. */
  readonly turnStatus: string | null;
  /** True if a structured event was used; otherwise the text is the raw output. */
  readonly parsed: boolean;
}

/** Plain text output. */
export function readTextOutput(stdout: string): ReadOutput {
  const shown = terminalText(clip(stdout, redrawnCharacters));
  return { text: readableText(shown), paths: [], turnStatus: null, parsed: false };
}

/** A harness's text for display, shortened before it is cleaned. */
export function readableText(said: string): string {
  return cleaned(said.trim(), 4 * vendorLimits.answerCharacters).trim();
}
