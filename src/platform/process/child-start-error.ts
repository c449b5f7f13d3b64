import { access, constants, stat } from 'node:fs/promises';
import { childStartTexts } from '../../protocol/texts/process.js';
import { messageOf } from '../errors/error-text.js';
import { errnoOf } from '../paths/errno.js';

/** What Linux takes in one argument or variable, without the NUL that ends it, bytes. */
export const maxArgumentBytes = 131_071;

/** What was to be started. */
interface StartedCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly shell?: boolean;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** A child could not be started: nothing was run. The message says why, in words. */
export class ChildStartError extends Error {
  override readonly name = 'ChildStartError';

  /** @param code as the system says it; undefined: it was never asked */
  constructor(
    message: string,
    readonly code: string | undefined,
    /** There is no such program; the directory is there. */
    readonly isMissingProgram: boolean,
    options: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** What the system, or Node before it, made of a command, in words. */
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

/** The system says only that something is missing or not allowed; the directory is asked first. */
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

/** The largest part, where it alone is too large; else all of it. */
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
