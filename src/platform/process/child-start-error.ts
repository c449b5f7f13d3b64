import { access, constants, stat } from 'node:fs/promises';
import { childStartTexts } from '../../protocol/texts/process.js';
import { messageOf } from '../errors/error-text.js';
import { errnoOf } from '../paths/errno.js';

/** Linux's limit for one argument or variable in bytes, without its final NUL. */
export const maxArgumentBytes = 131_071;

/** The command to be started. */
interface StartedCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly shell?: boolean;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** A child could not be started; nothing was run. The message gives the reason. */
export class ChildStartError extends Error {
  override readonly name = 'ChildStartError';

  /** @param code the system's error code; undefined: the system was not called */
  constructor(
    message: string,
    readonly code: string | undefined,
    /** The program does not exist, but the directory does. */
    readonly isMissingProgram: boolean,
    options: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Explains why Node or the system refused a command. */
export async function childStartError(
  thrown: unknown,
  command: StartedCommand,
): Promise<ChildStartError> {
  const code = errnoOf(thrown);
  const place = await placeProblem(command.cwd);
  const reason = place ?? reasonOf(code, command) ?? messageOf(thrown);
  const isMissingProgram = code === 'ENOENT' && place === undefined;
  return new ChildStartError(reason, code, isMissingProgram, { cause: thrown });
}

/** A sandbox could not be made, or the program was not found in it. @param said by bubblewrap */
export function sandboxError(said: string): ChildStartError {
  const reason = said.trim().replace(/^bwrap: /, '');
  const isMissingProgram = reason.startsWith('execvp ');
  return new ChildStartError(childStartTexts.noSandbox(reason), undefined, isMissingProgram, {});
}

/**
 * The system reports only that something is missing or forbidden, so the directory is checked
 * first.
 */
async function placeProblem(cwd: string): Promise<string | undefined> {
  if (cwd.includes('\0')) return childStartTexts.nul;
  try {
    if (!(await stat(cwd)).isDirectory()) return childStartTexts.notADirectory(cwd);
    await access(cwd, constants.X_OK);
    return undefined;
  } catch (error) {
    const code = errnoOf(error) ?? '';
    return code === 'ENOENT'
      ? childStartTexts.noDirectory(cwd)
      : childStartTexts.unusableDirectory(cwd, code);
  }
}

function reasonOf(code: string | undefined, command: StartedCommand): string | undefined {
  const program = command.shell === true ? childStartTexts.theShell : command.file;
  switch (code) {
    case 'E2BIG':
    case 'ENAMETOOLONG':
      return tooLarge(command);
    case 'ENOENT':
      return childStartTexts.noProgram(program);
    case 'EACCES':
    case 'EPERM':
      return childStartTexts.notAllowed(program, code);
    case 'ENOEXEC':
      return childStartTexts.noExecutable(program);
    case 'EAGAIN':
      return childStartTexts.tooManyProcesses;
    case 'ENOMEM':
      return childStartTexts.noMemory;
    case 'EMFILE':
    case 'ENFILE':
      return childStartTexts.tooManyFiles(code);
    default:
      return hasNul(command) ? childStartTexts.nul : undefined;
  }
}

/** Names the largest part if it alone is too large, else the whole. */
function tooLarge({ file, args, shell, environment }: StartedCommand): string {
  const sizeOf = (text: string): number => Buffer.byteLength(text);
  const argument = Math.max(0, ...[...(shell === true ? [file] : []), ...args].map(sizeOf));
  if (argument > maxArgumentBytes) {
    return childStartTexts.argumentTooLarge(argument, maxArgumentBytes);
  }
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const large = variables.find((variable) => sizeOf(variable) > maxArgumentBytes);
  if (large !== undefined) {
    const [name = ''] = large.split('=', 1);
    return childStartTexts.variableTooLarge(name, sizeOf(large), maxArgumentBytes);
  }
  const total = [file, ...args, ...variables].reduce((sum, text) => sum + sizeOf(text) + 1, 0);
  return childStartTexts.allTooLarge(total);
}

function hasNul({ file, args, environment }: StartedCommand): boolean {
  const parts = [file, ...args, ...Object.entries(environment).flat()];
  return parts.some((part) => part.includes('\0'));
}
