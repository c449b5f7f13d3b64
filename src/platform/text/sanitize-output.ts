/**
 * What a terminal would obey, what steers the direction of writing, and what nobody can see:
 * none of it may reach a prompt or a console. The alternatives are tried in this order, so that a
 * whole sequence goes before its first character would.
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

/** Zero-width, bidirectional, interlinear and tag characters, and the variation selectors beside them. */
const invisible =
  /[\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/**
 * Text from outside with everything removed that acts on its reader instead of being read.
 * Doing it twice changes nothing more.
 */
export function sanitizeOutput(text: string): string {
  return text.replace(obeyed, '').replace(invisible, '');
}
