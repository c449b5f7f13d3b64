import { closeSync, existsSync, readFileSync } from 'node:fs';
import { isPlain } from '../process/child-environments.js';
import { maybeSecret } from '../process/secret-name.js';
import type { Environment } from './read-environment.js';
import { secretVariables } from './secrets.js';

/** Set for the new program when values are passed to it. */
const marker = 'OFFICE_HANDED_OVER';
/** Where the shell reads the values from, until it forgets them. */
const valuesVariable = 'OFFICE_PARCEL';
const descriptor = 9;
const shell = '/bin/sh';

/**
 * Passes the values through a descriptor (a here-document), unsets them, and becomes the service.
 */
const handOver = `exec ${descriptor}<<END
$${valuesVariable}
END
unset ${valuesVariable}
exec "$@"`;

/**
 * Keeps credentials out of `/proc/<pid>/environ`, which every process of the same account may read
 * and which keeps what a program was started with, whatever the program does later. When some are
 * there, the process becomes a new program under its old id: started without them, it reads them
 * from a descriptor and has them in memory alone. Nothing happens where there are none, where a
 * process cannot replace itself (Windows, no shell), or under a parent that holds a message channel
 * to it, which would not survive.
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

/** Variables that must not stand where other processes can read them. */
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

/** The values go back into the variables, of which the outside sees nothing any more. */
function takeOver(): void {
  const values = JSON.parse(readFileSync(descriptor, 'utf8')) as Record<string, string>;
  closeSync(descriptor);
  delete process.env[marker];
  Object.assign(process.env, values);
}
