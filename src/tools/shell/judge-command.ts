import { clipStart } from '../../platform/text/clip.js';
import { limits } from '../../protocol/limits.js';
import type { Shell } from './shell.js';
import { partsOf } from './command-line.js';

/**
 * Whether a command did what it says; null: it has parts, and how they ended is not known.
 * @param exitCode null where it was killed
 */
export function judgeCommand(
  command: string,
  exitCode: number | null,
  { pipefail }: Pick<Shell, 'pipefail'>,
): boolean | null {
  if (exitCode === null) return false;
  const parts = partsOf(command);
  if (parts === null) return null;
  if (!pipefail && parts.some(({ after }) => after === '|')) return null;
  return exitCode === 0;
}

const tailLines = 20;

/** The last lines of an output: twenty at most, and 2,000 characters. */
export function tailOf(output: string): string {
  const lines = output.trimEnd().split('\n').slice(-tailLines).join('\n');
  return clipStart(lines, limits.commandTailCharacters);
}
