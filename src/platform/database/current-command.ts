import { AsyncLocalStorage } from 'node:async_hooks';
import type { Tx } from './tx.js';

/** A command that is carried out once: what it did is stored with what it did. */
interface OnceCommand {
  /** Stores what the transaction came to as the answer to the command, in this very transaction. */
  record(tx: Tx, value: unknown): Promise<void>;
}

const storage = new AsyncLocalStorage<OnceCommand>();

/** The command that the running code carries out; undefined for one that may be repeated. */
export function currentCommand(): OnceCommand | undefined {
  return storage.getStore();
}

export function inCommand<T>(command: OnceCommand, act: () => T): T {
  return storage.run(command, act);
}
