import type { Sandbox, SandboxMount } from './confinement.js';

const mb = 1024 * 1024;
/** Room in a hidden folder for the parents of places that are shown below it. */
const hiddenMb = 1;

/** Number of the descriptor that bubblewrap reads its arguments from. */
const argumentsDescriptor = 3;
/**
 * Number of the descriptor on which bubblewrap reports the id and exit code of its first process.
 */
export const statusDescriptor = 4;

/** Namespaces and rights of every sandbox. */
const isolation = [
  '--unshare-user',
  '--unshare-pid',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-net',
  '--unshare-cgroup-try',
  // No process inside may have capabilities in a user namespace of its own.
  '--disable-userns',
  '--cap-drop',
  'ALL',
  '--die-with-parent',
  '--new-session',
] as const;

/** The machine as every sandbox sees it. Without the bind, root could set the kernel's parameters. */
const machine = [
  ...['--ro-bind', '/', '/'],
  ...['--proc', '/proc'],
  ...['--ro-bind', '/proc/sys', '/proc/sys'],
  ...['--ro-bind-try', '/proc/sysrq-trigger', '/proc/sysrq-trigger'],
  ...['--dev', '/dev'],
] as const;

/** A program that is started in a sandbox. */
interface SandboxedCommand {
  readonly file: string;
  readonly args: readonly string[];
}

/** The arguments of bubblewrap's command line; it is visible inside, so it names no paths. */
export function bubblewrapArguments({ file, args }: SandboxedCommand): readonly string[] {
  return [
    ...['--args', String(argumentsDescriptor)],
    ...['--json-status-fd', String(statusDescriptor)],
    ...['--', file, ...args],
  ];
}

/** The options that bubblewrap reads from its descriptor, each ending with NUL. */
export function bubblewrapInput({ bounds, mounts }: Sandbox, cwd: string): string {
  const options = [
    ...isolation,
    ...machine,
    ...inMemory('/dev/shm', bounds.memoryMb),
    ...mounts.flatMap((mount) => optionsOf(mount, bounds.memoryMb)),
    ...['--chdir', cwd],
  ];
  return options.map((option) => `${option}\0`).join('');
}

/** The folders of a sandbox whose contents take memory. */
export function foldersInMemory({ mounts }: Sandbox): readonly string[] {
  return ['/dev/shm', ...mounts.flatMap(({ kind, path }) => (kind === 'memory' ? [path] : []))];
}

function optionsOf(
  { kind, path, source = path }: SandboxMount,
  memoryMb: number,
): readonly string[] {
  switch (kind) {
    case 'hidden-folder':
      return inMemory(path, hiddenMb);
    case 'hidden-file':
      return ['--ro-bind', '/dev/null', path];
    case 'memory':
      return inMemory(path, memoryMb);
    case 'read':
      return ['--ro-bind', source, path];
    case 'write':
      return ['--bind', source, path];
  }
}

function inMemory(path: string, size: number): readonly string[] {
  return ['--size', String(size * mb), '--tmpfs', path];
}

/** Makes a sandbox as every command gets it, and ends. */
export const bubblewrapProbe: readonly string[] = [
  ...isolation,
  ...machine,
  ...inMemory('/dev/shm', hiddenMb),
  '--',
  'true',
];
