import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../src/platform/config/load-config.js';
import { ChildEnvironments } from '../src/platform/process/child-environments.js';
import { type ChildCommand, runChild } from '../src/platform/process/run-child.js';
import { type Confinement, unconfined } from '../src/platform/process/sandbox/confinement.js';
import { Sandboxes } from '../src/platform/process/sandbox/sandboxes.js';
import { boundsOf } from '../src/protocol/rules/sandbox-bounds.js';
import { atMost, type Finding, median, ms } from './support/measure.js';

const rounds = 60;
/** What the start of a command may take longer inside, ms. */
const goalMs = 15;

/** The wall-clock cost of a command that does nothing, in a sandbox against without one. */
export default async function sandboxBench(): Promise<readonly Finding[]> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'office-bench-')));
  try {
    const workspace = join(directory, 'workspace');
    const scratch = join(directory, 'scratch');
    for (const folder of [workspace, scratch]) await mkdir(folder);
    const sandboxes = await openSandboxes(directory);
    const place = { workspace, scratch, owner: 'bench', bounds: boundsOf(null) };
    const outside: number[] = [];
    const inside: number[] = [];
    const making: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      outside.push(await timeOf(() => start(workspace, unconfined)));
      const begun = performance.now();
      const sandbox = await sandboxes.make(place);
      making.push(performance.now() - begun);
      inside.push(await timeOf(() => start(workspace, sandbox)));
    }
    const more = median(inside) + median(making) - median(outside);
    const compared = {
      ours: ms(median(inside) + median(making)),
      other: ms(median(outside)),
    };
    return [
      atMost('start of a command inside, more than outside', more, 'ms', goalMs, compared),
      atMost('finding out what a sandbox shows', median(making), 'ms', goalMs),
    ];
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function openSandboxes(cwd: string): Promise<Sandboxes> {
  const { PATH = '' } = process.env;
  const config = loadConfig({ env: { PATH, OFFICE_DB: ':memory:' }, cwd });
  const sandboxes = new Sandboxes(config, new ChildEnvironments(config));
  await sandboxes.onModuleInit();
  if (sandboxes.obstacle !== null) throw new Error(sandboxes.obstacle);
  return sandboxes;
}

async function start(cwd: string, confinement: Confinement): Promise<void> {
  const command: ChildCommand = {
    file: 'true',
    args: [],
    cwd,
    environment: { PATH: process.env.PATH ?? '' },
    confinement,
    timeoutMs: 30_000,
    output: { head: 1000 },
    signal: new AbortController().signal,
  };
  const { code } = await runChild(command);
  if (code !== 0) throw new Error(`the command ended with ${code}`);
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
