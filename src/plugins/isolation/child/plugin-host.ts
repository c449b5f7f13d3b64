import os from 'node:os';
import { Worker } from 'node:worker_threads';
import { pluginLimits } from '../../plugin-limits.js';
import type { Ask, Numbered, ToolOutcome } from '../messages.js';
import { closedModules } from './closed-modules.js';
import { lockDown } from './lock-down.js';
import { messageOf } from './message-of.js';
import { guardNetwork } from './network-guard.js';
import { OfficeChannel } from './office-channel.js';
import { sendConsoleTo } from './own-console.js';
import { PluginCode } from './plugin-code.js';
import type { Watched } from './watch-thread.js';
import { FileWishes } from './workspace-files.js';

/** The main program of a plugin's process: it closes what is open, then serves the office. */

const channel = new OfficeChannel();
const code = new PluginCode((message) => channel.say(message));
const wishes = new FileWishes((wish) => channel.say(wish));
const callsUnderWay = new Map<number, AbortController>();

yieldToTheOffice();
guardNetwork();
const closed = closedModules();
startWatch();
lockDown(closed);
sendConsoleTo(code.log);
process.on('uncaughtException', endWith);
process.on('unhandledRejection', endWith);
channel.listen((message) => {
  if ('ask' in message) void answer(message);
  else if ('abort' in message) callsUnderWay.get(message.abort)?.abort();
  else wishes.settle(message);
});

/** By now everything the host needs is loaded; the plugin may take as much again as it is given. */
function startWatch(): void {
  const limitBytes = process.memoryUsage.rss() + pluginLimits.memoryMegabytes * 1024 * 1024;
  new Worker(new URL('./watch-thread.js', import.meta.url), {
    workerData: { limitBytes, officeId: Number(process.argv[2]) } satisfies Watched,
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
  }).unref();
}

/** A plugin that computes gets what the office leaves over. */
function yieldToTheOffice(): void {
  os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
}

async function answer(ask: Numbered<Ask>): Promise<void> {
  try {
    const outcome = await perform(ask);
    channel.say({ answer: ask.id, ...(outcome && { outcome }) });
  } catch (thrown) {
    channel.say({ answer: ask.id, error: messageOf(thrown) });
  }
}

async function perform(ask: Numbered<Ask>): Promise<ToolOutcome | undefined> {
  switch (ask.ask) {
    case 'activate':
      await code.activate(ask);
      return undefined;
    case 'deactivate':
      await code.deactivate();
      return undefined;
    case 'handle':
      await code.handle(ask);
      return undefined;
    case 'run':
      return run(ask);
    case 'ping':
      return undefined;
  }
}

async function run(ask: Numbered<Extract<Ask, { ask: 'run' }>>): Promise<ToolOutcome> {
  const controller = new AbortController();
  callsUnderWay.set(ask.id, controller);
  const files = wishes.ofCall(ask.id, () => !callsUnderWay.has(ask.id));
  try {
    return await code.run(ask, { signal: controller.signal, files });
  } finally {
    callsUnderWay.delete(ask.id);
  }
}

/** What nobody caught is the end of the plugin, told while there is still time. */
function endWith(thrown: unknown): void {
  channel.say({ tell: 'fault', message: messageOf(thrown) });
  process.exit(1);
}
