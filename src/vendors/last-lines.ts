import { clip } from '../platform/text/clip.js';
import { sanitizeOutput } from '../tools/sanitize-output.js';

const lineCharacters = 300;

/** The last lines of what a process said on standard error, for people and models to read. */
export function lastLines(stderr: string, count: number): readonly string[] {
  const lines = sanitizeOutput(stderr).split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(-count)
    .map((line) => clip(line, lineCharacters, '…'));
}
