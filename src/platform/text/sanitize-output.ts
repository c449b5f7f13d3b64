/**
 * Matches terminal controls, bidirectional controls and invisible characters, none of which may
 * reach a prompt or a console. Alternatives are tried in this order, so that a whole sequence
 * matches before its first character does.
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

/** Zero-width, bidirectional, interlinear and tag characters, and their variation selectors. */
const invisible =
  /[\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/**
 * Removes everything from foreign text that acts on its reader instead of being read. Idempotent.
 */
export function sanitizeOutput(text: string): string {
  return text.replace(obeyed, '').replace(invisible, '');
}
