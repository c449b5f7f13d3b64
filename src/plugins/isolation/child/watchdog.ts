import { Script } from 'node:vm';

/** Code exceeded its time and could not be interrupted from inside. */
export class WatchdogError extends Error {}

const key = Symbol.for('office.watched');
const call = new Script(`globalThis[Symbol.for('office.watched')]()`);

/**
 * Runs a function that is aborted when its time is over, even inside WebAssembly: built-in
 * functions of the engine ignore its interrupt handler.
 *
 * @throws WatchdogError if aborted; its data is unusable then
 */
export function watched<T>(limitMs: number, run: () => T): T {
  Reflect.set(globalThis, key, run);
  try {
    return call.runInThisContext({ timeout: Math.ceil(limitMs) }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new WatchdogError('the time is up', { cause: error });
  }
}
