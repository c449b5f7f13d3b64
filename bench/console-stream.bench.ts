import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../test/support/launch-browser.js';
import { Office } from '../src/client/office.js';
import { benchDirectory } from './support/bench-directory.js';
import { BenchOffice } from './support/bench-office.js';
import { median, type Finding } from './support/measure.js';
import { MeasuredPage } from './support/page-metrics.js';

/** `--minutes=10` instead of an hour. */
const asked = process.argv.find((word) => word.startsWith('--minutes='))?.split('=')[1];
const minutes = Number(asked ?? 60);
const samples = Math.max(12, Math.round(minutes));
const sampleMs = (minutes * 60_000) / samples;
/** With simulated models, this many runs send about 60 updates per second. */
const runsAtOnce = 2;
const pace = { OFFICE_MOCK_LATENCY_MS: '200', OFFICE_MOCK_TOKENS_PER_SECOND: '80' };
/** Share of the samples before growth is measured; by then everything bounded is full. */
const warmUp = 0.25;
const target = { updatesPerSecond: 50, growth: 0.05 };

interface Sample {
  readonly atMs: number;
  readonly frames: number;
  readonly heapMb: number;
  readonly nodes: number;
  readonly listeners: number;
}

/**
 * An hour in front of a busy office: the floor in a browser at 60 updates per second, and with
 * every sample a visit to an active run and back. The page's used heap after garbage collection,
 * its nodes and its listeners must not grow.
 */
export default async function consoleStreamBench(): Promise<readonly Finding[]> {
  if (!(minutes > 0)) throw new Error(`--minutes=${asked} is no time.`);
  const directory = benchDirectory();
  const office = await BenchOffice.open(directory.path, pace);
  const browser = await launchBrowser();
  try {
    return report(await stream(browser, office));
  } finally {
    await browser.close();
    await office.close();
    directory.remove();
  }
}

async function stream(browser: Browser, bench: BenchOffice): Promise<readonly Sample[]> {
  using office = await Office.connect(bench.address);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const measured = await MeasuredPage.of(page);
  await page.goto(bench.address);
  await onFloor(page);
  const busy = new AbortController();
  const load = Array.from({ length: runsAtOnce }, () => keepWorking(office, busy.signal));
  const found: Sample[] = [];
  while (found.length < samples) {
    await page.waitForTimeout(sampleMs);
    await lookAtRun(page, office);
    found.push(await sample(measured));
  }
  busy.abort();
  await Promise.all(load);
  return found;
}

/** Submits one run after another. */
async function keepWorking(office: Office, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { id } = await office.http.submit({
      brief: 'Build a clock',
      pipelineId: 'product-build',
    });
    const followed = office.followRun(id, { signal });
    try {
      while (!(await followed.next()).done);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}

/** Opens the newest active run and returns to the floor. */
async function lookAtRun(page: Page, office: Office): Promise<void> {
  const run = office.state.runs.find(({ status }) => status === 'running');
  if (run !== undefined) {
    await page.goto(`${new URL(page.url()).origin}/#/runs/${run.id}`);
    await page.locator('.turn').first().waitFor();
  }
  await page.goto(`${new URL(page.url()).origin}/#/`);
  await onFloor(page);
}

const onFloor = (page: Page): Promise<void> => page.locator('.person').first().waitFor();

async function sample(measured: MeasuredPage): Promise<Sample> {
  const { frames } = measured;
  const heapMb = (await measured.heapBytes()) / 1e6;
  const { nodes, listeners } = await measured.metrics();
  const atMs = performance.now();
  console.log(
    `  ${frames} updates: ${heapMb.toFixed(1)} MB, ${nodes} nodes, ${listeners} listeners`,
  );
  return { atMs, frames, heapMb, nodes, listeners };
}

function report(found: readonly Sample[]): readonly Finding[] {
  const settled = found.slice(Math.floor(found.length * warmUp));
  const third = Math.ceil(settled.length / 3);
  const before = settled.slice(0, third);
  const after = settled.slice(-third);
  const [first, last] = [found[0], found.at(-1)];
  if (first === undefined || last === undefined) throw new Error('Nothing was measured.');
  const frames = last.frames - first.frames;
  const perSecond = (frames * 1000) / (last.atMs - first.atMs);
  return [
    {
      what: `updates a second, ${last.frames} in ${minutes} minutes`,
      found: perSecond.toFixed(1),
      target: `at least ${target.updatesPerSecond}`,
      met: perSecond >= target.updatesPerSecond,
    },
    steady('heap in use, MB', before, after, ({ heapMb }) => heapMb),
    steady('nodes of the page', before, after, ({ nodes }) => nodes),
    steady('listeners of the page', before, after, ({ listeners }) => listeners),
  ];
}

/** The medians of the first and the last third after the warm-up. */
function steady(
  what: string,
  before: readonly Sample[],
  after: readonly Sample[],
  value: (sample: Sample) => number,
): Finding {
  const [from, to] = [median(before.map(value)), median(after.map(value))];
  const growth = to / from - 1;
  return {
    what,
    found: `${from.toFixed(1)}, then ${to.toFixed(1)} (${(growth * 100).toFixed(1)} % more)`,
    target: `at most ${target.growth * 100} % more`,
    met: growth <= target.growth,
  };
}
