import { homedir, userInfo } from 'node:os';
import { dirname, join, sep } from 'node:path';
import type { OfficeConfig } from '#platform/config/office-config.js';
import { fileVariable } from '#platform/config/secrets.js';
import { keyFilesOf } from '#platform/config/stored-keys.js';

/** Folders that hold sockets, credentials or data of the system and its services. */
const systemPlaces = [
  '/run',
  '/var/run',
  '/home',
  '/root',
  '/etc/shadow',
  '/etc/shadow-',
  '/etc/gshadow',
  '/etc/gshadow-',
  '/etc/sudoers',
  '/etc/sudoers.d',
  '/etc/ssh',
  '/etc/ssl/private',
  '/etc/krb5.keytab',
  '/etc/kubernetes',
  '/etc/docker',
  '/var/lib/docker',
  '/var/lib/containerd',
  '/var/lib/kubelet',
  '/var/lib/postgresql',
  '/var/lib/mysql',
  '/var/lib/redis',
  '/var/spool/cron',
  '/var/mail',
  '/proc/mtrr',
] as const;

/** Folders that programs need to run, or that are created anew inside. */
const neededPlaces = new Set(
  ['/', '/bin', '/boot', '/dev', '/etc', '/lib', '/lib64', '/opt', '/proc', '/sbin'].concat([
    '/sys',
    '/tmp',
    '/usr',
    '/usr/bin',
    '/usr/lib',
    '/usr/local',
    '/usr/sbin',
    '/var',
    '/var/tmp',
  ]),
);

/** The home directories of the account, without folders that the system needs. */
export function homeFolders({ environment }: Pick<OfficeConfig, 'environment'>): readonly string[] {
  const homes = [homedir(), accountHome(), environment.HOME ?? ''];
  return [...new Set(homes)].filter((home) => home.startsWith(sep) && !neededPlaces.has(home));
}

/**
 * What no command of an employee may read: the system's private places, and the service's data and
 * credentials. They need not exist.
 */
export function privatePlaces(config: OfficeConfig): readonly string[] {
  const { database, plugins, snapshots, worktrees, sandbox, mcp, vendors, environment, envFile } =
    config;
  const cwd = dirname(envFile.path);
  const data = database.kind === 'sqlite' ? databaseFiles(database.path) : [];
  const keys = keyFilesOf(config);
  const caches = [
    config.discovery.cachePath,
    config.benchmarks.cachePath,
    config.pooledQuality.cachePath,
    config.endpointHealth.cachePath,
    config.tokenRatiosPath,
  ];
  const secretFiles = config.secretNames.flatMap((name) => environment[fileVariable(name)] ?? []);
  const files = [...data, ...keys, ...caches, mcp.configPath, vendors.configPath, envFile.path]
    .concat(secretFiles.map((path) => join(path.startsWith(sep) ? '' : cwd, path)))
    .filter((path): path is string => path !== null);
  const folders = [...data, ...caches].flatMap((path) => (path === null ? [] : dirname(path)));
  return [
    ...systemPlaces,
    ...files,
    plugins.installDir,
    snapshots.directory,
    worktrees.directory,
    sandbox.directory,
    ...folders.filter((folder) => isOfTheService(folder, cwd)),
  ];
}

/**
 * True if the folder of a service's file is private: not its working directory, nor a shared one.
 */
function isOfTheService(folder: string, cwd: string): boolean {
  return folder !== cwd && !neededPlaces.has(folder) && folder.split(sep).length > 2;
}

function databaseFiles(path: string): readonly string[] {
  return [path, `${path}-wal`, `${path}-shm`, `${path}-journal`];
}

/** Empty if the account has no entry, as in some containers. */
function accountHome(): string {
  try {
    return userInfo().homedir;
  } catch {
    return '';
  }
}
