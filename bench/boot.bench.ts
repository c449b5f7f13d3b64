import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Finding } from './support/measure.js';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const rounds = 9;
const ticksPerSecond = 100;
const targets = { processorMs: 1_500, residentMb: 180 };

interface Boot {
  readonly processorMs: number;
  readonly wallMs: number;
  readonly residentMb: number;
}

/**
 * The built service in mock mode on an empty database, from the start of its process to its banner.
 * Linux only: the figures are read from `/proc`.
 */
export default async function boot(): Promise<readonly Finding[]> {
  const boots: Boot[] = [];
  for (let round = 0; round < rounds; round++) boots.push(await measured());
  const middle = (key: keyof Boot): number =>
    boots.map((each) => each[key]).toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? NaN;
  const [processorMs, residentMb] = [middle('processorMs'), middle('residentMb')];
  return [
    {
      what: `processor time to the banner (${middle('wallMs').toFixed(0)} ms on the clock)`,
      found: `${processorMs.toFixed(0)} ms`,
      target: `${targets.processorMs} ms`,
      met: processorMs <= targets.processorMs,
    },
    {
      what: 'resident memory then',
      found: `${residentMb.toFixed(0)} MB`,
      target: `${targets.residentMb} MB`,
      met: residentMb <= targets.residentMb,
    },
  ];
}

async function measured(): Promise<Boot> {
  const directory = mkdtempSync(join(tmpdir(), 'office-boot-'));
  const begun = performance.now();
  const service = spawn(process.execPath, [main], {
    cwd: directory,
    env: { PATH: process.env.PATH, OFFICE_LLM_MODE: 'mock', PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await banner(service);
    return { wallMs: performance.now() - begun, ...used(service.pid ?? 0) };
  } finally {
    service.kill();
    await once(service, 'close');
    rmSync(directory, { recursive: true });
  }
}

async function banner({ stdout }: ChildProcess): Promise<void> {
  let printed = '';
  for await (const chunk of stdout ?? []) {
    printed += String(chunk);
    if (printed.includes('Try next')) return;
  }
  throw new Error(`the service ended: ${printed}`);
}

function used(pid: number): Pick<Boot, 'processorMs' | 'residentMb'> {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const ticks = Number(fields[11]) + Number(fields[12]);
  const resident = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { processorMs: (ticks * 1000) / ticksPerSecond, residentMb: Number(resident) / 1024 };
}
