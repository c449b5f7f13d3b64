import { useSyncExternalStore } from 'react';
import { keep, kept } from './storage.js';

const key = 'office-letter-keys';
const listeners = new Set<() => void>();

/** True unless a person turned keys of one letter off in this browser. */
export function areLetterKeysOn(): boolean {
  return kept('local', key) !== 'off';
}

export function setLetterKeys(isOn: boolean): void {
  keep('local', key, isOn ? null : 'off');
  for (const listener of listeners) listener();
}

export function useLetterKeys(): boolean {
  return useSyncExternalStore(subscribe, areLetterKeysOn);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}
