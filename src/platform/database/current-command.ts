import { AsyncLocalStorage } from 'node:async_hooks';
import type { Tx } from './tx.js';

/** A command with an id, whose answer is stored together with its effects. */
interface OnceCommand {
  /** Stores the transaction's result as the command's answer, in the same transaction. */
  record(tx: Tx, value: unknown): Promise<void>;
}

const storage = new AsyncLocalStorage<OnceCommand>();

/** The command that the running code carries out; undefined if it has no id. */
export function currentCommand(): OnceCommand | undefined {
  return storage.getStore();
}

export function inCommand<T>(command: OnceCommand, act: () => T): T {
  return storage.run(command, act);
}
