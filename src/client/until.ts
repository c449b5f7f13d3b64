/**
 * A promise for something announced to listeners. `start` begins listening and returns a function
 * that stops it, called when the promise settles or the signal is aborted.
 */
export function until<T>(
  signal: AbortSignal | undefined,
  start: (resolve: (value: T) => void, reject: (error: unknown) => void) => () => void,
): Promise<T> {
  const listening = new AbortController();
  const settled = new Promise<T>((resolve, reject) => {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', () => reject(signal.reason as Error), {
      signal: listening.signal,
    });
    const stop = start(resolve, reject);
    listening.signal.addEventListener('abort', stop);
  });
  return settled.finally(() => listening.abort());
}

/** Resolves after `ms`. @throws the signal's reason */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return until<void>(signal, (resolve) => {
    const timer = setTimeout(resolve, ms);
    return () => clearTimeout(timer);
  });
}
