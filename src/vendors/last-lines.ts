import { clip, clipStart } from '../platform/text/clip.js';
import { sanitizeOutput } from '../platform/text/sanitize-output.js';
import { terminalText } from '../platform/text/terminal-text.js';

const lineCharacters = 300;

/** The last lines of a process's standard error, for people and models. */
export function lastLines(stderr: string, count: number): readonly string[] {
  const end = terminalText(clipStart(stderr, 4 * count * lineCharacters));
  const lines = sanitizeOutput(end).split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(-count)
    .map((line) => clip(line, lineCharacters, '…'));
}
