import { clip } from '../platform/text/clip.js';

const summaryCharacters = 200;

/** The first line of what a person is asked to approve. */
export function summaryLine(text: string): string {
  const [first = ''] = text.trim().split('\n');
  return clip(first, summaryCharacters, '…');
}
