import { sanitizeOutput } from '../../tools/sanitize-output.js';

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
  return { text: sanitizeOutput(stdout).trim(), paths: [], turnStatus: null, parsed: false };
}
