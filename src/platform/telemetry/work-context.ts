import { AsyncLocalStorage } from 'node:async_hooks';

/** What is being worked on, as far as it is known. */
export interface Work {
  readonly runId?: string;
  readonly workspaceId?: string;
  readonly turnId?: string;
  readonly roleId?: string;
}

const storage = new AsyncLocalStorage<Work>();

/**
 * The work that the running code belongs to, for log lines, metrics and spans. What was opened during
 * a turn and outlives it, such as a connection, still belongs to that turn.
 */
export function currentWork(): Work | undefined {
  return storage.getStore();
}

/** Does something as part of this work, whatever it was part of before. */
export function inWork<T>(work: Work | undefined, act: () => T): T {
  return work === undefined ? storage.exit(act) : storage.run(work, act);
}
