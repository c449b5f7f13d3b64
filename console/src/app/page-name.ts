import { useEffect, useSyncExternalStore } from 'react';

let shown = '';
const listeners = new Set<() => void>();

/** Sets the name of the shown page. */
export function useAsPageName(name: string): void {
  useEffect(() => {
    shown = name;
    for (const listener of listeners) listener();
  }, [name]);
}

export function usePageName(): string {
  return useSyncExternalStore(subscribe, () => shown);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
