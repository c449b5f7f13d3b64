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
  const parts = partsOf(withoutInput(withoutWritten(command)));
  if (parts === null) return null;
  if (!pipefail && parts.some(({ after }) => after === '|')) return null;
  return exitCode === 0;
}

/** `cat > file` with a quoted here-document, either first. */
const writtenFile =
  /^\s*cat(?=[^\n]*>\s*["\w./$])(?:\s*(?:>>?\s*"?[\w./$-]+"?|<<-?[ \t]*(["'])\w+\1)){2}[ \t]*\n/;
const quotedDelimiter = /<<-?[ \t]*["'](\w+)/;

/** What follows the files that a command writes first: how it ends is how its last program ended. */
function withoutWritten(command: string): string {
  const [head] = writtenFile.exec(command) ?? [];
  if (head === undefined) return command;
  const delimiter = quotedDelimiter.exec(head)?.[1];
  const lines = command.slice(head.length).split('\n');
  const end = lines.findIndex((line) => line.replace(/^\t+/, '') === delimiter);
  const rest = lines.slice(end + 1).join('\n');
  return end === -1 || rest.trim() === '' ? command : withoutWritten(rest);
}

/** The redirection of a here-document with its delimiter, quoted or not. */
const hereDocument = /<<-?[ \t]*(?:'(\w+)'|"(\w+)"|\\?(\w+))/;

/** A command without the here-document that it ends with: what it reads is no part of it. */
function withoutInput(command: string): string {
  const [first = '', ...lines] = command.trimEnd().split('\n');
  const found = hereDocument.exec(first);
  if (found === null) return command;
  const [redirection, single, double, plain] = found;
  const quoted = single ?? double;
  const end = lines.findIndex((line) => line.replace(/^\t+/, '') === (quoted ?? plain));
  // The shell itself runs what a substitution in an unquoted one names.
  const isRead = quoted !== undefined || !/\$\(|`/.test(lines.join('\n'));
  return isRead && end !== -1 && end === lines.length - 1
    ? first.replace(redirection, '')
    : command;
}

const tailLines = 20;

/** The last lines of an output: twenty at most, and 2,000 characters. */
export function tailOf(output: string): string {
  const lines = output.trimEnd().split('\n').slice(-tailLines).join('\n');
  return clipStart(lines, limits.commandTailCharacters);
}
