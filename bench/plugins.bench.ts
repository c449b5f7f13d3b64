import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { EventBus } from '../src/platform/events/event-bus.js';
import { SystemClock } from '../src/platform/clock.js';
import { OfficeLogger } from '../src/platform/logging/office-logger.js';
import { GuardedFetch } from '../src/platform/net/guarded-fetch.js';
import { publicInternet } from '../src/platform/net/network-access.js';
import { readPluginDirectory } from '../src/plugins/host/read-plugin-directory.js';
import { RunningPlugin } from '../src/plugins/isolation/running-plugin.js';
import type { ToolContext } from '../src/tools/tool.js';
import { type Finding, atMost, percentile } from './support/measure.js';

/** The cost of an idle plugin, with the shipped example. */
const activations = 11;
/** Number of calls, two messages each; a plugin may send a thousand messages per second. */
const calls = 400;
const settings = { prefix: 'x', announceRuns: false };

export default async function pluginsBench(): Promise<readonly Finding[]> {
  const start = await starter();
  const activating: number[] = [];
  for (let n = 0; n < activations; n += 1) {
    const plugin = await timed(activating, start);
    await plugin.stop();
  }
  const plugin = await start();
  const [echo] = plugin.tools;
  const calling: number[] = [];
  for (let n = 0; n < calls; n += 1) {
    await timed(calling, async () => echo?.run({ text: 'hello' }, context));
  }
  const { resident, own } = await memoryOfChild();
  await plugin.stop();
  const [activation, call] = [percentile(activating, 0.5), percentile(calling, 0.5)];
  return [
    atMost('activation, median', activation, 'ms', 400),
    atMost('one tool call, median', call, 'ms', 1),
    atMost('resident memory of the process', resident, 'MB', 100, `${own} MB its own alone`),
  ];
}

const context = {
  workspaceRoot: '/',
  signal: new AbortController().signal,
} as unknown as ToolContext;

/** Returns a function that starts the example in an idle office. */
async function starter(): Promise<() => Promise<RunningPlugin>> {
  const directory = fileURLToPath(new URL('../plugins/office-echo', import.meta.url));
  const { verdict } = await readPluginDirectory(directory, 'local');
  if (!verdict.ok) throw new Error(verdict.reason);
  const { manifest } = verdict;
  const sinks = { out: () => undefined, err: () => undefined };
  const logger = new OfficeLogger({
    clock: new SystemClock(),
    level: 'error',
    sinks,
  });
  const around = {
    bus: new EventBus(logger),
    log: logger.scope('bench'),
    network: { fetch: new GuardedFetch(), access: publicInternet },
    claimTool: () => undefined,
    onTools: () => undefined,
    onFailure: () => undefined,
  };
  return () => RunningPlugin.start({ manifest, directory, settings }, around);
}

async function timed<T>(samples: number[], work: () => Promise<T>): Promise<T> {
  const before = performance.now();
  const result = await work();
  samples.push(performance.now() - before);
  return result;
}

/** Memory of this process's only child, MB (Linux). */
async function memoryOfChild(): Promise<{ resident: number; own: number }> {
  for (const id of await readdir('/proc')) {
    const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
    if (Number(/\) \S (\d+)/.exec(stat)?.[1]) !== process.pid) continue;
    const rollup = await readFile(`/proc/${id}/smaps_rollup`, 'utf8');
    const megabytes = (field: string): number =>
      Math.round(Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(rollup)?.[1]) / 1024);
    return {
      resident: megabytes('Rss'),
      own: megabytes('Private_Dirty') + megabytes('Private_Clean'),
    };
  }
  return { resident: NaN, own: NaN };
}
