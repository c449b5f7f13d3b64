import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../test/support/free-port.js';
import { atMost, type Finding } from './support/measure.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const targetSeconds = 40;
const timeoutMs = 300_000;

/**
 * `npm start` on a clean clone of the committed state until `/api/health` answers, with the
 * machine's Node; if that is too old, the time includes installing another one. On the second start
 * everything is installed.
 */
export default async function firstStart(): Promise<readonly Finding[]> {
  const clone = await mkdtemp(join(tmpdir(), 'office-first-start-'));
  try {
    execFileSync('git', ['clone', '--quiet', root, clone]);
    const first = await secondsToHealth(clone);
    const again = await secondsToHealth(clone);
    return [
      atMost('first npm start of a clean clone until it answers', first, 's', targetSeconds),
      atMost('the next one', again, 's', 5),
    ];
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
}

async function secondsToHealth(clone: string): Promise<number> {
  const port = await freePort();
  const begun = performance.now();
  const service = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...machineEnvironment(), PORT: String(port), OFFICE_DB: ':memory:' },
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
    detached: true,
  });
  try {
    await answers(service, `http://127.0.0.1:${port}/api/health`);
    return (performance.now() - begun) / 1000;
  } finally {
    await stop(service);
  }
}

/** The environment without the variables that npm and the scripts set for this process. */
function machineEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
  const folders = (process.env.PATH ?? '').split(delimiter);
  const own = folders.filter((folder) => !folder.startsWith(root.replace(/[\\/]$/, '') + sep));
  return { ...Object.fromEntries(entries), PATH: own.join(delimiter) };
}

async function answers(service: ChildProcess, url: string): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    if (service.exitCode !== null) throw new Error(`npm start ended with ${service.exitCode}`);
    const healthy = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (healthy) return;
    await delay(50);
  }
  throw new Error(`nothing answered within ${timeoutMs / 1000} s`);
}

/** Ends npm and its children, which are one process group. */
async function stop(service: ChildProcess): Promise<void> {
  if (service.pid === undefined || service.exitCode !== null) return;
  const gone = once(service, 'close');
  process.kill(-service.pid, 'SIGTERM');
  await gone;
}
