import { AsyncLocalStorage } from 'node:async_hooks';

/** The run, stage and turn being worked on, as far as known. */
export interface Work {
  readonly runId?: string;
  readonly workspaceId?: string;
  readonly turnId?: string;
  readonly roleId?: string;
}

const storage = new AsyncLocalStorage<Work>();

/**
 * The work to which the running code belongs, for log lines, metrics and spans. A resource opened
 * during a turn that outlives it, such as a connection, still belongs to that turn.
 */
export function currentWork(): Work | undefined {
  return storage.getStore();
}

/** Runs code as part of this work, replacing the current one. */
export function inWork<T>(work: Work | undefined, act: () => T): T {
  return work === undefined ? storage.exit(act) : storage.run(work, act);
}
