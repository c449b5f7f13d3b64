import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { maxArgumentBytes } from '../../platform/process/child-start-error.js';
import type { PipedCommand } from '../../platform/process/piped-child.js';
import { partsOf } from './command-line.js';

/** The shell that commands of employees run in. */
export interface Shell {
  /** As a model is told it. */
  readonly name: string;
  /** A pipeline fails where any of its parts does. */
  readonly pipefail: boolean;
  /** What is started to run a command line. */
  start(command: string): Pick<PipedCommand, 'file' | 'args' | 'shell'>;
}

/**
 * Ends a pipeline as its parts ended, but for those before the last that wrote to a reader which had
 * read enough (SIGPIPE, 141): the last of the others that failed decides.
 */
const withoutBrokenPipes = [
  "trap 'ended=$? parts=(${PIPESTATUS[@]});",
  'if [ $ended = 141 ] && [ ${parts[-1]} != 141 ]; then ended=0;',
  'for part in ${parts[@]}; do [ $part = 0 ] || [ $part = 141 ] || ended=$part; done; fi;',
  "exit $ended' EXIT; ",
].join(' ');

/** Where a shell looks that is told no path. */
const usualPath = '/usr/bin:/bin';

/** Bash where there is one, which adds up pipelines; else what the platform has. */
export function findShell(environment: Readonly<Record<string, string>>): Shell {
  if (process.platform === 'win32') return platformShell('cmd.exe');
  const bash = (environment['PATH'] ?? usualPath)
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, 'bash'))
    .find(isExecutable);
  return bash === undefined ? platformShell('sh') : bashAt(bash);
}

/** With its input on a socket, as a child of Node has it, bash reads the user's `.bashrc` if it may. */
const options = ['--norc', '-o', 'pipefail', '-c'] as const;

function bashAt(file: string): Shell {
  return {
    name: 'bash with pipefail',
    pipefail: true,
    start: (command) => ({ file, args: [...options, guarded(command)], shell: false }),
  };
}

function platformShell(name: string): Shell {
  return {
    name,
    pipefail: false,
    start: (command) => ({ file: command, args: [], shell: true }),
  };
}

/** Applies only if no `&&` follows the pipe: there a broken pipe must stop the rest. */
function guarded(command: string): string {
  const parts = partsOf(command) ?? [];
  const first = parts.findIndex(({ after }) => after === '|');
  if (first < 0 || parts.slice(first).some(({ after }) => after === '&&')) return command;
  const whole = withoutBrokenPipes + command;
  return Buffer.byteLength(whole) <= maxArgumentBytes ? whole : command;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
