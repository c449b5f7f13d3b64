import { useSyncExternalStore } from 'react';
import type { Run } from '#protocol/records/work.js';
import { keep, kept } from '../app/storage.js';

/** The runs that a person has looked at, stored in this browser. */
interface Seen {
  /** Runs that ended before count as looked at, ms. */
  readonly since: number;
  /** The latest ones that were looked at. */
  readonly ids: readonly string[];
}

const key = 'office-seen-runs';
const mostIds = 500;
const listeners = new Set<() => void>();
let seen: Seen | null = null;

function present(): Seen {
  seen ??= stored() ?? write({ since: Date.now(), ids: [] });
  return seen;
}

function stored(): Seen | null {
  try {
    const { since, ids } = JSON.parse(kept('local', key) ?? '{}') as Partial<Seen>;
    return typeof since === 'number' && Array.isArray(ids) ? { since, ids } : null;
  } catch {
    return null;
  }
}

function write(next: Seen): Seen {
  keep('local', key, JSON.stringify(next));
  return next;
}

function change(next: Seen): void {
  seen = write(next);
  for (const listener of listeners) listener();
}

/**
 * Begins to note unseen runs, unless that was begun earlier: only runs that end from now on count
 * as unseen.
 */
export function beginWatching(): void {
  present();
}

export function markSeen(runId: string): void {
  const { since, ids } = present();
  if (!ids.includes(runId)) change({ since, ids: [...ids, runId].slice(-mostIds) });
}

/** Everything that has ended until now was looked at. */
export function markAllSeen(): void {
  change({ since: Date.now(), ids: present().ids });
}

/** Ended runs that nobody looked at in this browser. */
export function useUnseen(runs: readonly Run[]): readonly Run[] {
  const { since, ids } = useSyncExternalStore(subscribe, present);
  return runs.filter(({ id, endedAt }) => endedAt !== null && endedAt > since && !ids.includes(id));
}

function subscribe(listener: () => void): () => void {
  const again = (event: StorageEvent) => {
    if (event.key !== key) return;
    seen = null;
    listener();
  };
  listeners.add(listener);
  addEventListener('storage', again);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', again);
  };
}
