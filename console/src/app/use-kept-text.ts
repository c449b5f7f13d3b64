import { useCallback, useSyncExternalStore } from 'react';
import { keep, kept } from './storage.js';

type Next<T> = T | ((now: T) => T);

const listeners = new Set<() => void>();

/**
 * What was begun stays while the tab is open, also when its page is left; null: nothing was. Whoever
 * shows the same key shows the same text.
 */
export function useKept(
  key: string,
): readonly [string | null, (next: Next<string | null>) => void] {
  const text = useSyncExternalStore(subscribe, () => kept('session', key));
  const set = useCallback(
    (next: Next<string | null>) => {
      keep('session', key, typeof next === 'function' ? next(kept('session', key)) : next);
      for (const listener of listeners) listener();
    },
    [key],
  );
  return [text, set];
}

/** As `useKept`, of a text that is nothing when it is empty. */
export function useKeptText(key: string): readonly [string, (next: Next<string>) => void] {
  const [text, setKept] = useKept(key);
  const set = useCallback(
    (next: Next<string>) =>
      setKept((now) => (typeof next === 'function' ? next(now ?? '') : next) || null),
    [setKept],
  );
  return [text ?? '', set];
}

/** The value of a stored text; undefined: it is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
