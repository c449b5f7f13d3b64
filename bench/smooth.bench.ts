import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../test/support/launch-browser.js';
import { largeRun, serveLargeRun } from '../test/console/support/large-run.js';
import { storeHistory } from '../test/runs/support/store-history.js';
import { openSlowLine } from '../test/support/slow-line.js';
import { openWritingOffice } from './support/all-at-once.js';
import { benchDirectory } from './support/bench-directory.js';
import { BenchOffice } from './support/bench-office.js';
import { atMost, finding, median, type Finding } from './support/measure.js';
import { taskTimes, type TaskTimes } from './support/task-times.js';
import { watchFrames, type Watched } from './support/watched-frames.js';

const people = 13;
const storedRuns = 10_000;
const rounds = 3;
const watchedMs = 4000;
const settleMs = 1500;
const line = { bytesPerSecond: 50_000, delayMs: 50 };
const goals = {
  taskMs: 50,
  busyTaskMs: 100,
  framesPerSecond: 59,
  composerMs: 5000,
  bytes: 200_000,
  nodes: 3000,
};

interface Round extends Watched {
  /** By processor time, which other load does not lengthen. */
  readonly tasks: TaskTimes;
}

/** The page while thirteen people write, over a slow line, and with long lists. */
export default async function smoothBench(): Promise<readonly Finding[]> {
  const browser = await launchBrowser();
  try {
    return [...(await whileWriting(browser)), ...(await withoutWriting(browser))];
  } finally {
    await browser.close();
  }
}

async function whileWriting(browser: Browser): Promise<readonly Finding[]> {
  const directory = benchDirectory();
  const writing = await openWritingOffice(directory.path, people);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(writing.office.address);
  await page.locator('.person').first().waitFor();
  const runId = await writing.begin();
  const floor = await watch(browser, page);
  await page.evaluate(`location.hash = '#/runs/${runId}'`);
  await page.locator('.turn.running .prose').first().waitFor();
  const run = await watch(browser, page);
  const busyRun = await onBusyProcessors(() => watch(browser, page));
  await page.close();
  await writing.close();
  directory.remove();
  const longest = medianOf(busyRun, ({ longestMs }) => longestMs);
  return [
    ...writingFindings('floor', floor),
    ...writingFindings('run', run),
    atMost('run, processors busy: longest task, wall clock', longest, 'ms', goals.busyTaskMs),
  ];
}

/** Works while each processor has something else to compute all the time. */
async function onBusyProcessors<T>(work: () => Promise<T>): Promise<T> {
  const others = Array.from(
    { length: availableParallelism() },
    () => new Worker('for (;;);', { eval: true }),
  );
  try {
    return await work();
  } finally {
    await Promise.all(others.map((other) => other.terminate()));
  }
}

async function withoutWriting(browser: Browser): Promise<readonly Finding[]> {
  const directory = benchDirectory();
  const office = await BenchOffice.open(directory.path);
  const loads = await loadSlowly(browser, office.address);
  await storeHistory(office.app, storedRuns);
  const lists = [
    await scrolled(browser, office.address, 'runs', '.run-list', 'history of 10,000 runs'),
    await scrolled(
      browser,
      office.address,
      `${largeRun.path}?tab=change`,
      '.review-lines',
      'change of 2,000 files',
    ),
    await scrolled(
      browser,
      office.address,
      `${largeRun.path}?tab=turns`,
      '.long-text',
      'log of 300 kB',
    ),
  ];
  await office.close();
  directory.remove();
  return [...loads, ...lists.flat()];
}

/** Several rounds on a page that has settled. */
async function watch(
  browser: Browser,
  page: Page,
  work: () => Promise<void> = () => Promise.resolve(),
): Promise<readonly Round[]> {
  await page.waitForTimeout(settleMs);
  const found: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const watched = await watchFrames(page, watchedMs, work);
    // Tracing takes time of its own, so frames are counted without it.
    const tasks = await taskTimes(browser, page, async () => {
      await Promise.all([page.waitForTimeout(watchedMs), work()]);
    });
    found.push({ ...watched, tasks });
  }
  return found;
}

const medianOf = (rounds: readonly Round[], value: (round: Round) => number): number =>
  median(rounds.map(value));

function writingFindings(where: string, found: readonly Round[]): readonly Finding[] {
  const what = `${where}, ${people} people writing:`;
  const busy = medianOf(found, ({ tasks }) => tasks.busy);
  const note = `main thread busy ${Math.round(busy * 100)} % of the time`;
  return [
    atMost(
      `${what} longest task, processor time`,
      medianOf(found, ({ tasks }) => tasks.longestMs),
      'ms',
      goals.taskMs,
      note,
    ),
    atMost(
      `${what} longest task, wall clock`,
      medianOf(found, (each) => each.longestMs),
      'ms',
      goals.taskMs,
    ),
    finding(`${what} frames a second`, {
      value: medianOf(found, (each) => each.framesPerSecond),
      unit: '',
      goal: goals.framesPerSecond,
      good: 'above',
    }),
  ];
}

/** Through a line of 50 kB a second with 100 ms there and back, nothing in the browser's cache. */
async function loadSlowly(browser: Browser, address: string): Promise<readonly Finding[]> {
  const times: number[] = [];
  const sizes: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const slow = await openSlowLine(address, line);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const begun = performance.now();
    await page.goto(slow.address, { waitUntil: 'commit' });
    await page.getByLabel('Give the office a brief').waitFor();
    times.push(performance.now() - begun);
    await page.locator('.person').first().waitFor();
    await page.waitForLoadState('networkidle');
    sizes.push(slow.bytes);
    await context.close();
    await slow.close();
  }
  return [
    atMost('field for a brief at 50 kB a second', median(times), 'ms', goals.composerMs),
    atMost('everything transferred at the first load', median(sizes), 'bytes', goals.bytes),
  ];
}

/** Scrolls a list from its begin to its end and back in steps of a wheel. */
async function scrolled(
  browser: Browser,
  address: string,
  path: string,
  list: string,
  what: string,
): Promise<readonly Finding[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await serveLargeRun(page);
  await page.goto(`${address}/#/${path}`);
  await page.locator(`${list} > *`).first().waitFor();
  let nodes = 0;
  const wheel = async (): Promise<void> => {
    const box = await page.locator(list).first().boundingBox();
    if (box === null) throw new Error(`The page has no ${list}.`);
    await page.mouse.move(box.x + box.width / 2, box.y + Math.min(box.height, 300) / 2);
    for (let step = 0; step < 60; step += 1) {
      await page.mouse.wheel(0, step < 40 ? 900 : -1200);
      nodes = Math.max(
        nodes,
        await page.evaluate<number>(`document.querySelectorAll('#main *').length`),
      );
    }
  };
  const found = await watch(browser, page, wheel);
  await page.close();
  return [
    atMost(
      `${what}, scrolled: longest task, processor time`,
      medianOf(found, ({ tasks }) => tasks.longestMs),
      'ms',
      goals.taskMs,
    ),
    atMost(
      `${what}, scrolled: longest task, wall clock`,
      medianOf(found, (each) => each.longestMs),
      'ms',
      goals.taskMs,
    ),
    atMost(`${what}: most elements of the page at once`, nodes, '', goals.nodes),
  ];
}
