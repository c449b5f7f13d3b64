import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { maxArgumentBytes } from '../../platform/process/child-start-error.js';
import type { PipedCommand } from '../../platform/process/piped-child.js';
import { partsOf } from './command-line.js';

/** The shell that commands of employees run in. */
export interface Shell {
  /** Name as shown to models. */
  readonly name: string;
  /** True: a pipeline fails if any of its parts fails. */
  readonly pipefail: boolean;
  /** What is started to run a command line. */
  start(command: string): Pick<PipedCommand, 'file' | 'args' | 'shell'>;
}

/**
 * Ends a pipeline like `pipefail`, but ignores SIGPIPE (141) of parts before the last, whose reader
 * had read enough: the last other part that failed decides.
 */
const withoutBrokenPipes = [
  "trap 'ended=$? parts=(${PIPESTATUS[@]});",
  'if [ $ended = 141 ] && [ ${parts[-1]} != 141 ]; then ended=0;',
  'for part in ${parts[@]}; do [ $part = 0 ] || [ $part = 141 ] || ended=$part; done; fi;',
  "exit $ended' EXIT; ",
].join(' ');

/** Search path without `PATH`. */
const usualPath = '/usr/bin:/bin';

/** Bash if there is one, because of `pipefail`; else the platform's shell. */
export function findShell(environment: Readonly<Record<string, string>>): Shell {
  if (process.platform === 'win32') return platformShell('cmd.exe');
  const bash = (environment['PATH'] ?? usualPath)
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, 'bash'))
    .find(isExecutable);
  return bash === undefined ? platformShell('sh') : bashAt(bash);
}

/** Without `--norc` bash reads `.bashrc`, because the input of Node's children is a socket. */
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
