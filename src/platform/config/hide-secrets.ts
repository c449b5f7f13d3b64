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
/** Linux takes 128 KiB for one variable. */
const mostBytes = 120 * 1024;
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
 * Keeps what may be a credential out of `/proc/<pid>/environ`, which every process of the same
 * account may read and which never changes after a program has started. The process replaces itself
 * by a new program with the same id, started with the plain variables only, which reads the others
 * from a file descriptor. Does nothing if there are no others, if they are too many for the system,
 * if a process cannot replace itself (Windows, no shell), or under a parent with a message channel,
 * which would not survive.
 */
export function hideSecrets(): void {
  if (process.env[marker] !== undefined) return takeOver();
  const names = hiddenNames(process.env);
  if (!isWorthIt(process.env, names) || process.channel !== undefined || !existsSync(shell)) return;
  const values = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  const parcel = JSON.stringify(values);
  if (Buffer.byteLength(parcel) > mostBytes) return;
  const shown = Object.entries(process.env).filter(([name]) => !names.includes(name));
  process.execve?.(
    shell,
    ['sh', '-c', handOver, 'sh', process.execPath, ...process.execArgv, ...process.argv.slice(1)],
    { ...Object.fromEntries(shown), [valuesVariable]: parcel, [marker]: 'true' },
  );
}

/** Read by Node or by the loader of programs before any code runs. */
const readAtStart =
  /^(?:NODE_OPTIONS|NODE_EXTRA_CA_CERTS|NODE_COMPILE_CACHE(?:_PORTABLE)?|NODE_DISABLE_COMPILE_CACHE|NODE_NO_WARNINGS|NODE_PENDING_DEPRECATION|NODE_PRESERVE_SYMLINKS(?:_MAIN)?|NODE_USE_ENV_PROXY|NODE_USE_SYSTEM_CA|NODE_ICU_DATA|NODE_V8_COVERAGE|NODE_REDIRECT_WARNINGS|NODE_TLS_REJECT_UNAUTHORIZED|OPENSSL_CONF|OPENSSL_MODULES|SSLKEYLOGFILE|UV_(?:THREADPOOL_SIZE|USE_IO_URING)|MALLOC_\w+|GLIBC_TUNABLES|LD_(?:PRELOAD|LIBRARY_PATH|BIND_NOW|AUDIT)|DYLD_\w+)$/;

/**
 * Names of variables that other processes must not read: all except plain ones and those that are
 * read before the service could set them. A name does not tell whether its value is a secret.
 */
export function hiddenNames(environment: Environment): readonly string[] {
  const known = new Set(secretVariables(environment).map(({ name }) => name));
  return Object.entries(environment)
    .filter(([name, value = '']) => {
      const isNeeded = readAtStart.test(name) && !maybeSecret('', value);
      return !isPlain(name, value) && (known.has(name) || !isNeeded);
    })
    .map(([name]) => name);
}

/** Settings of the service, and variables that npm sets for a script. */
const harmless = /^(?:HOST|PORT|NODE_ENV|(?:OFFICE|OTEL|npm)_\w+)$/;

/** True if any of the variables may hold a credential; otherwise the process need not restart. */
export function isWorthIt(environment: Environment, names: readonly string[]): boolean {
  const known = new Set(
    secretVariables(environment)
      .filter(({ holds }) => holds !== 'address')
      .map(({ name }) => name),
  );
  return names.some((name) => {
    const value = environment[name] ?? '';
    const isHarmless = harmless.test(name) && !maybeSecret(name, value) && !maybeSecret(value, '');
    return known.has(name) || !isHarmless;
  });
}

/** Sets the variables from the descriptor; they are no longer visible outside. */
function takeOver(): void {
  const values = JSON.parse(readFileSync(descriptor, 'utf8')) as Record<string, string>;
  closeSync(descriptor);
  delete process.env[marker];
  Object.assign(process.env, values);
}
