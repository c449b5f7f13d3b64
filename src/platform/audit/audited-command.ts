import { AsyncLocalStorage } from 'node:async_hooks';
import type { Tx } from '../database/tx.js';

/** A command under way whose entry in the audit log is stored with its first change. */
export interface AuditedCommand {
  /** Stores the entry in the transaction, unless it is stored or the command has ended. */
  record(tx: Tx): Promise<void>;
  /** The command was answered from an earlier arrival, which has its entry. */
  wasRepeated(): void;
}

const commands = new AsyncLocalStorage<AuditedCommand>();

/** Undefined: the running code belongs to no command. */
export function currentAudited(): AuditedCommand | undefined {
  return commands.getStore();
}

export function inAudited<T>(command: AuditedCommand, act: () => T): T {
  return commands.run(command, act);
}
