import { Script } from 'node:vm';

/** Code ran for longer than it may and could not be interrupted from inside. */
export class WatchdogError extends Error {}

const key = Symbol.for('office.watched');
const call = new Script(`globalThis[Symbol.for('office.watched')]()`);

/**
 * Runs a function that is broken off wherever it is when the time is up, inside WebAssembly too:
 * built-in functions of the engine do not look at its interrupt handler.
 *
 * @throws WatchdogError when it was; what it worked on is then in no state to be used
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
