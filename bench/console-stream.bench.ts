import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';
import { benchDirectory } from './support/bench-directory.js';
import { BenchOffice } from './support/bench-office.js';
import { MeasuredPage } from './support/page-metrics.js';
import type { Finding } from './support/measure.js';

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);
/** An hour at 60 updates a second. */
const updates = 60 * 60 * 60;
const samples = 8;
const runsAtOnce = 40;
/** Growth from the second sample, when everything bounded is full, to the last one. */
const targetGrowth = 0.05;

interface Sample {
  readonly frames: number;
  readonly heapMb: number;
  readonly nodes: number;
  readonly listeners: number;
}

/**
 * As many updates as a busy office sends in an hour, from real runs as fast as they go, into the
 * floor as a browser shows it. What is in use of the page's heap, its nodes and listeners may not
 * grow with them.
 */
export default async function consoleStreamBench(): Promise<readonly Finding[]> {
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox'],
  });
  const directory = benchDirectory();
  const office = await BenchOffice.open(directory.path);
  try {
    return report(await stream(browser, office));
  } finally {
    await browser.close();
    await office.close();
    directory.remove();
  }
}

async function stream(browser: Browser, office: BenchOffice): Promise<readonly Sample[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const measured = await MeasuredPage.of(page);
  await page.goto(office.address);
  await page.locator('.person').first().waitFor();
  const found: Sample[] = [];
  while (found.length < samples) {
    await office.work(Array<string>(runsAtOnce).fill('Compare two ways to do it'), ['default']);
    if (measured.frames < ((found.length + 1) * updates) / samples) continue;
    const { nodes, listeners } = await measured.metrics();
    const heapMb = (await measured.heapBytes()) / 1e6;
    found.push({ frames: measured.frames, heapMb, nodes, listeners });
    console.log(
      `  ${measured.frames} updates: ${heapMb.toFixed(1)} MB, ${nodes} nodes, ${listeners} listeners`,
    );
  }
  return found;
}

function report(found: readonly Sample[]): readonly Finding[] {
  const [, first] = found;
  const last = found.at(-1);
  if (first === undefined || last === undefined) throw new Error('Nothing was measured.');
  const growth = last.heapMb / first.heapMb - 1;
  return [
    {
      what: `heap after ${last.frames} updates`,
      found: `${last.heapMb.toFixed(1)} MB, ${(growth * 100).toFixed(1)} % more than after ${first.frames}`,
      target: `${targetGrowth * 100} % more`,
      met: growth <= targetGrowth,
    },
    {
      what: 'nodes of the page meanwhile',
      found: `${first.nodes}, then ${last.nodes}`,
      target: 'twice as many at most',
      met: last.nodes <= 2 * first.nodes,
    },
  ];
}
