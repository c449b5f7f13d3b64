import { spelledInProse } from './spelling.js';

/**
 * Matches terminal controls, none of which may reach a prompt or a console. Alternatives are tried
 * in this order, so that a whole sequence matches before its first character does.
 */
const obeyed = new RegExp(
  [
    String.raw`(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]`, // control sequences: colours, cursor
    // Titles, links, device strings. A new one ends the one before, so each is read once.
    String.raw`(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9c-\x9f]*(?:\x07|\x1b\\|\x9c)`,
    String.raw`\x1b[ -/]*[0-~]`, // short escapes
    String.raw`[\x00-\x08\x0b-\x1f\x7f-\x9f]`, // controls but newline and tab, stray escapes
  ].join('|'),
  'gu',
);

/**
 * Removes terminal controls from foreign text, and spells what is invisible in it (see
 * `spelledInProse`). Idempotent.
 */
export function sanitizeOutput(text: string): string {
  return spelledInProse(text.replace(obeyed, ''));
}
