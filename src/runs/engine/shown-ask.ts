import { spelled, spelledStrictly } from '#platform/text/spelling.js';
import { runTexts } from '#protocol/texts/runs.js';
import type { ApprovalAsk } from '#tools/tool.js';

/** Longer sequences of blank lines, and of blanks in a line, are shortened. */
const mostBlankLines = 3;
const mostBlanks = 60;

const manyBlankLines = new RegExp(String.raw`\n(?:[ \t]*\n){${mostBlankLines + 1},}`, 'g');
const manyBlanks = new RegExp(String.raw`[ \t]{${mostBlanks + 1},}`, 'g');

/**
 * Replaces long sequences of blanks and blank lines by their number, because they push text out of
 * sight.
 */
function folded(text: string): string {
  return text
    .replace(manyBlankLines, (blank) => `\n${runTexts.blankLines(blank.split('\n').length - 2)}\n`)
    .replace(manyBlanks, ({ length }) => runTexts.blanks(length));
}

/**
 * Spells out characters that reorder, hide or imitate text, and folds blanks, so that a command
 * cannot look like another one.
 */
export function shownAsk(ask: ApprovalAsk): ApprovalAsk {
  const legible = ask.kind === 'shell' ? spelledStrictly : spelled;
  const detail = folded(legible(ask.detail));
  const summary = folded(summaryOf(ask, legible));
  if (detail === ask.detail) return { ...ask, summary };
  // Different commands may be spelled alike; such a command is asked for each time.
  const { covers: _covers, command: _command, ...once } = ask;
  return { ...once, summary, detail };
}

/**
 * The summary with its parts spelled out; the `…` between them is the office's own mark of an
 * omission.
 */
function summaryOf({ summary }: ApprovalAsk, legible: (text: string) => string): string {
  return summary.split('…').map(legible).join('…');
}
