import { clip } from '../platform/text/clip.js';
import { toolTexts } from '../protocol/texts/tools.js';

const summaryCharacters = 200;
/** Of the first and the last line, if there are several. */
const lineCharacters = 85;

/** A text in one line for an approval: its only line, or the first, the last and their number. */
export function summaryLine(text: string): string {
  const lines = text.trim().split('\n');
  const [first = ''] = lines;
  if (lines.length === 1) return clip(first, summaryCharacters, '…');
  const [head, tail] = [first, lines.at(-1) ?? ''].map((line) => clip(line, lineCharacters, '…'));
  return toolTexts.commandOfLines(head ?? '', tail ?? '', lines.length);
}
