import { clip } from '../platform/text/clip.js';

const summaryCharacters = 200;

/** The first line of a question for approval. */
export function summaryLine(text: string): string {
  const [first = ''] = text.trim().split('\n');
  return clip(first, summaryCharacters, '…');
}
