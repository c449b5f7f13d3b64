import { pluginCodeTexts } from '#protocol/texts/plugin-code.js';
import { pluginLimits } from '#plugins/plugin-limits.js';
import { host } from '../host.js';

type Handler = (...args: unknown[]) => void;

interface Armed {
  readonly handler: Handler;
  readonly args: readonly unknown[];
  readonly repeats: boolean;
}

const armed = new Map<number, Armed>();

/** Called by the surrounding process when a timer is due. */
export function fireTimer(id: number): void {
  const timer = armed.get(id);
  if (timer === undefined) return;
  if (!timer.repeats) armed.delete(id);
  timer.handler(...timer.args);
}

function arm(handler: unknown, ms: unknown, args: readonly unknown[], repeats: boolean): number {
  if (typeof handler !== 'function') throw new TypeError('a timer needs a function');
  const id = host.startTimer(Number(ms) || 0, repeats);
  if (id === 0) throw new Error(pluginCodeTexts.tooManyTimers(pluginLimits.timers));
  armed.set(id, { handler: handler as Handler, args, repeats });
  return id;
}

function disarm(id: unknown): void {
  if (typeof id === 'number' && armed.delete(id)) host.stopTimer(id);
}

export const timerFunctions = {
  setTimeout: (handler: unknown, ms?: unknown, ...args: unknown[]) => arm(handler, ms, args, false),
  setInterval: (handler: unknown, ms?: unknown, ...args: unknown[]) => arm(handler, ms, args, true),
  setImmediate: (handler: unknown, ...args: unknown[]) => arm(handler, 0, args, false),
  clearTimeout: disarm,
  clearInterval: disarm,
  clearImmediate: disarm,
};
