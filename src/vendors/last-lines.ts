import { clip, clipStart } from '../platform/text/clip.js';
import { sanitizeOutput } from '../platform/text/sanitize-output.js';

const lineCharacters = 300;

/** The last lines of what a process said on standard error, for people and models to read. */
export function lastLines(stderr: string, count: number): readonly string[] {
  const lines = sanitizeOutput(clipStart(stderr, 4 * count * lineCharacters)).split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(-count)
    .map((line) => clip(line, lineCharacters, '…'));
}
