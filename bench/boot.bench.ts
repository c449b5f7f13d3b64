import { benchDirectory } from './support/bench-directory.js';
import { BenchOffice } from './support/bench-office.js';
import { type Finding, finding, median } from './support/measure.js';
import { ServerProcess } from './support/service-process.js';
import { storeHistory } from '../test/runs/support/store-history.js';

/** Numbers of stored runs at the start. */
const sizes = [0, 1000, 10_000];
const rounds = 7;
const goals = { clockMs: 1000, cpuMs: 1500, residentMb: 150 };

interface Boot {
  /** Wall-clock time, ms. */
  readonly clockMs: number;
  readonly cpuMs: number;
  readonly residentMb: number;
}

/**
 * The built service in mock mode on a SQLite file, from process start to its first healthy answer.
 * Linux only. Node's compile cache is kept from the first round on.
 */
export default async function bootBench(): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const size of sizes) findings.push(...(await withStored(size)));
  return findings;
}

async function withStored(size: number): Promise<readonly Finding[]> {
  const directory = benchDirectory();
  try {
    const office = await BenchOffice.open(directory.path);
    if (size > 0) await storeHistory(office.app, size);
    await office.close();
    const boots: Boot[] = [];
    for (let round = 0; round <= rounds; round++) boots.push(await boot(directory.path));
    return report(size, boots.slice(1));
  } finally {
    directory.remove();
  }
}

async function boot(directory: string): Promise<Boot> {
  const begun = performance.now();
  const service = await ServerProcess.service(directory);
  try {
    const { status } = await fetch(`${service.address}/api/health`);
    if (status !== 200) throw new Error(`/api/health answered ${status}`);
    const clockMs = performance.now() - begun;
    const { cpuMs, residentMb } = await service.use();
    return { clockMs, cpuMs, residentMb };
  } finally {
    await service.end();
  }
}

function report(size: number, boots: readonly Boot[]): readonly Finding[] {
  const figure = (name: string, key: keyof Boot, unit: string): Finding =>
    finding(`${name} with ${size} stored runs`, {
      value: median(boots.map((each) => each[key])),
      unit,
      goal: goals[key],
      good: 'below',
      series: { name, x: size, of: 'stored runs' },
    });
  return [
    figure('first healthy answer', 'clockMs', 'ms'),
    figure('processor time until then', 'cpuMs', 'ms'),
    figure('resident memory then', 'residentMb', 'MB'),
  ];
}
