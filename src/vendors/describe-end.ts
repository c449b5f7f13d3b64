import type { ChildEnd } from '../platform/process/piped-child.js';
import { clip, clipStart } from '../platform/text/clip.js';
import { sanitizeOutput } from '../platform/text/sanitize-output.js';
import { terminalText } from '../platform/text/terminal-text.js';
import { vendorTexts } from '../protocol/texts/vendors.js';
import { vendorLimits } from './vendor-limits.js';

/** How a harness's process ended, with its last standard error. */
export function describeEnd(command: string, { code, signal }: ChildEnd, stderr: string): string {
  const lines = lastLines(stderr, vendorLimits.exitLines);
  return code === null
    ? vendorTexts.ended(command, signal ?? 'unknown', lines)
    : vendorTexts.exited(command, code, lines);
}

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
