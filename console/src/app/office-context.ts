import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { Office } from '#client/office.js';
import type { OfficeState } from '#protocol/records/office.js';
import type { FloorCache } from './floor-cache.js';
import type { WrittenNow } from './live-texts.js';
import type { Live, OfficeStore } from './office-store.js';

export const OfficeContext = createContext<OfficeStore | null>(null);

function useStore(): OfficeStore {
  const store = useContext(OfficeContext);
  if (store === null) throw new Error('There is no office around this component.');
  return store;
}

/** The client of the office that the page shows. */
export function useOffice(): Office {
  return useStore().office;
}

/** Floors that are not shown. */
export function useFloors(): FloorCache {
  return useStore().floors;
}

/** Returns a function that reads what a turn has written so far. */
export function useWrittenNow(): (turnId: string) => WrittenNow {
  return useStore().writtenNow;
}

/** A part of the state; `select` must return the same object while nothing in it has changed. */
export function useOfficeState<T>(select: (state: OfficeState) => T): T {
  const store = useStore();
  return useSyncExternalStore(store.subscribe, () => select(store.snapshot().state));
}

/** A part of the live data that is not in the state. */
export function useLive<T>(select: (live: Live) => T): T {
  const store = useStore();
  return useSyncExternalStore(store.subscribe, () => select(store.snapshot().live));
}

/** The current time, ms, updated at this interval; for ages. */
export function useNow(everyMs = 1000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
