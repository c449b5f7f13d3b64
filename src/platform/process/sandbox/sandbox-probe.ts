import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { sandboxObstacles } from '#protocol/texts/sandbox.js';
import { messageOf } from '#platform/errors/error-text.js';
import { bubblewrapProbe } from './bubblewrap.js';

/** Longest wait for the sandbox of the probe, ms. */
const probeMs = 5000;

/** What can make a sandbox here. */
export type SandboxProgram =
  | { readonly program: string; readonly obstacle: null }
  | { readonly program: null; readonly obstacle: string };

/** Looks for the program that makes sandboxes, and makes one. Never throws. */
export async function probeSandbox(path: string): Promise<SandboxProgram> {
  const name = programs.get(process.platform);
  if (name === undefined) return none(sandboxObstacles.platform(process.platform));
  const program = name.startsWith('/') ? name : findProgram(name, path);
  if (program === undefined || !isExecutable(program))
    return none(sandboxObstacles.notInstalled(name));
  const args =
    process.platform === 'linux'
      ? bubblewrapProbe
      : ['-p', '(version 1)(allow default)', '/usr/bin/true'];
  const said = await failureOf(program, args);
  return said === null ? { program, obstacle: null } : none(obstacleOf(said, surroundings()));
}

const programs = new Map<NodeJS.Platform, string>([
  ['linux', 'bwrap'],
  ['darwin', '/usr/bin/sandbox-exec'],
]);

/** The kernel's settings for user namespaces. */
interface Surroundings {
  readonly inContainer: boolean;
  /** Settings of the kernel that switch them off, as `name=value`. */
  readonly settings: readonly string[];
}

/** Why bubblewrap failed, from what it said. */
export function obstacleOf(said: string, { inContainer, settings }: Surroundings): string {
  const reason = said.replace(/^bwrap: /, '');
  const place = inContainer ? sandboxObstacles.inContainer : '';
  const why = [...settings, reason].join(', ');
  if (/namespace|uid map|clone/i.test(reason)) return sandboxObstacles.noNamespaces(place, why);
  if (/mount proc|\/proc/i.test(reason)) return sandboxObstacles.noProc(place, why);
  return sandboxObstacles.failed(reason);
}

function surroundings(): Surroundings {
  const off = [
    ['kernel/unprivileged_userns_clone', '0'],
    ['kernel/apparmor_restrict_unprivileged_userns', '1'],
    ['user/max_user_namespaces', '0'],
  ] as const;
  return {
    inContainer: ['/.dockerenv', '/run/.containerenv'].some((file) => existsSync(file)),
    settings: off.flatMap(([name, value]) =>
      settingOf(name) === value ? [`${name.replace('/', '.')}=${value}`] : [],
    ),
  };
}

function settingOf(name: string): string | null {
  try {
    return readFileSync(`/proc/sys/${name}`, 'utf8').trim();
  } catch {
    return null;
  }
}

/** The first line of output of a failing program; null: it succeeded. */
function failureOf(program: string, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(program, [...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {},
      timeout: probeMs,
      killSignal: 'SIGKILL',
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    child.once('error', (error) => resolve(messageOf(error)));
    child.once('close', (code) => {
      const [line = ''] = said.trim().split('\n');
      resolve(code === 0 ? null : line || sandboxObstacles.silent);
    });
  });
}

function none(obstacle: string): SandboxProgram {
  return { program: null, obstacle };
}

function findProgram(name: string, path: string): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
