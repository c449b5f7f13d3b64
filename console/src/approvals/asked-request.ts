import { useSyncExternalStore } from 'react';

let askedId: string | null = null;
const listeners = new Set<() => void>();

/** Shows an approval that the person at this page has just asked for, once it waits. */
export function showAsked(id: string): void {
  askedId = id;
  listeners.forEach((listen) => listen());
}

/** Id of the approval that was last asked for here. */
export function useAsked(): string | null {
  return useSyncExternalStore(subscribe, () => askedId);
}

function subscribe(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}
