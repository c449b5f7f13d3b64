import { closeSync, existsSync, readFileSync } from 'node:fs';
import { isPlain } from '../process/child-environment.js';
import { maybeSecret } from '../process/secret-name.js';
import type { Environment } from './read-environment.js';
import { secretVariables } from './secrets.js';

/** Set for the new program if values are passed to it. */
const marker = 'OFFICE_HANDED_OVER';
/** Variable into which the shell reads the values before it unsets it. */
const valuesVariable = 'OFFICE_PARCEL';
const descriptor = 9;
const shell = '/bin/sh';

/**
 * Passes the values through a file descriptor (a here-document), unsets them and replaces the shell
 * by the service.
 */
const handOver = `exec ${descriptor}<<END
$${valuesVariable}
END
unset ${valuesVariable}
exec "$@"`;

/**
 * Keeps credentials out of `/proc/<pid>/environ`, which every process of the same account may read
 * and which never changes after a program has started. If there are credentials, the process
 * replaces itself by a new program with the same id, started without them, which reads them from a
 * file descriptor. Does nothing if there are none, if a process cannot replace itself (Windows, no
 * shell), or under a parent with a message channel, which would not survive.
 */
export function hideSecrets(): void {
  if (process.env[marker] !== undefined) return takeOver();
  const names = shownSecrets(process.env);
  if (names.length === 0 || process.channel !== undefined || !existsSync(shell)) return;
  const values = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  const shown = Object.entries(process.env).filter(([name]) => !names.includes(name));
  process.execve?.(
    shell,
    ['sh', '-c', handOver, 'sh', process.execPath, ...process.execArgv, ...process.argv.slice(1)],
    { ...Object.fromEntries(shown), [valuesVariable]: JSON.stringify(values), [marker]: 'true' },
  );
}

/** Names of variables that other processes must not read. */
function shownSecrets(environment: Environment): readonly string[] {
  const known = new Set(
    secretVariables(environment)
      .filter(({ holds }) => holds !== 'address')
      .map(({ name }) => name),
  );
  return Object.entries(environment)
    .filter(([name, value = '']) => !isPlain(name, value))
    .filter(([name, value = '']) => known.has(name) || maybeSecret(name, value))
    .map(([name]) => name);
}

/** Sets the variables from the descriptor; they are no longer visible outside. */
function takeOver(): void {
  const values = JSON.parse(readFileSync(descriptor, 'utf8')) as Record<string, string>;
  closeSync(descriptor);
  delete process.env[marker];
  Object.assign(process.env, values);
}
