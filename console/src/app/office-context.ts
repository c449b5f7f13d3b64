import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Office } from '#client/office.js';
import type { ConnectionStatus } from '#client/socket/connection.js';
import type { Organisation } from '#client/organisation.js';
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

/** The state of the connection to the service. */
export function useConnection(): ConnectionStatus {
  const office = useOffice();
  const subscribe = useCallback((listener: () => void) => office.onStatus(listener), [office]);
  return useSyncExternalStore(subscribe, () => office.status);
}

/** Commands about people, policies and rooms of the floor of this tab. */
export function useOrganisation(): Organisation {
  return useStore().organisation;
}

/** Returns a function that reads the state as it is when called. */
export function useStateNow(): () => OfficeState {
  const store = useStore();
  return useCallback(() => store.stateNow(), [store]);
}

/** Shows a floor in this tab alone; `useOfficeState` has it once it was read. */
export function useShowFloor(): (id: string) => void {
  const store = useStore();
  return useCallback((id: string) => store.showFloor(id), [store]);
}

/** Id of the shared floor, on which a new tab begins. */
export function useSharedFloorId(): string {
  const store = useStore();
  return useSyncExternalStore(store.subscribe, () => store.office.state.activeWorkspaceId);
}

/** Floors that are not shown. */
export function useFloors(): FloorCache {
  return useStore().floors;
}

/** Returns a function that reads what a turn has written so far. */
export function useWrittenNow(): (turnId: string) => WrittenNow {
  return useStore().writtenNow;
}

/** A part of the state with the floor of this tab; `select` must return the same object while nothing in it has changed. */
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
