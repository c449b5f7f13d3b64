import { pluginCodeTexts } from '#protocol/texts/plugin-code.js';
import { pluginLimits } from '../../plugin-limits.js';
import type { Ask, FromPlugin, FromService, Numbered, ToolOutcome } from '../messages.js';
import { postKinds } from './post-kinds.js';
import { isOutOfMemory, messageOf } from './message-of.js';
import { host } from './host.js';
import { PluginCode } from './plugin-code.js';
import { ServiceRequests } from './service-requests.js';
import { AbortController, AbortSignal } from './web/abort.js';
import { consoleTo } from './web/console.js';
import { fetchThrough, Request, Response } from './web/fetch.js';
import { Event, EventTarget } from './web/event-target.js';
import { linkSearchParams, SearchParams } from './web/search-params.js';
import { fireTimer, timerFunctions } from './web/timers.js';
import { workspaceFiles } from './plugin-code.js';
import './common-js.js';

/**
 * The first code of a plugin's machine: defines the globals, then serves the service's messages.
 * The plugin shares the machine and may change all of it, so the service trusts none of its output
 * (see `messages.ts`).
 */

const requests = new ServiceRequests((line, id) => host.post(line, postKinds.request, id));
const code = new PluginCode((message) => say(message));
const callsUnderWay = new Map<number, AbortController>();

linkSearchParams();
Object.assign(globalThis, {
  ...timerFunctions,
  console: consoleTo(code.log),
  Event,
  EventTarget,
  AbortController,
  AbortSignal,
  Request,
  Response,
  URLSearchParams: SearchParams,
  fetch: fetchThrough(requests),
});

host.timer = fireTimer;
host.message = (line) => receive(JSON.parse(line) as FromService);

function receive(message: FromService): void {
  if ('ask' in message) void answer(message);
  else if ('abort' in message) callsUnderWay.get(message.abort)?.abort();
  else requests.settle(message);
}

function say(message: FromPlugin, kind: number = postKinds.tell, id = 0): void {
  host.post(JSON.stringify(message), kind, id);
}

async function answer(ask: Numbered<Ask>): Promise<void> {
  const { id } = ask;
  try {
    const outcome = await perform(ask);
    say({ answer: id, ...(outcome && { outcome }) }, postKinds.answer, id);
  } catch (thrown) {
    if (isOutOfMemory(thrown)) {
      const message = pluginCodeTexts.outOfMemory(pluginLimits.memoryMegabytes);
      say({ tell: 'fault', message }, postKinds.fault);
    } else {
      say({ answer: id, error: messageOf(thrown) }, postKinds.answer, id);
    }
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
  const files = workspaceFiles(requests, ask.id, () => !callsUnderWay.has(ask.id));
  try {
    return await code.run(ask, { signal: controller.signal, files });
  } finally {
    callsUnderWay.delete(ask.id);
  }
}
