/**
 * A promise for something that is listened for. `start` begins to listen and answers how to stop,
 * which happens once it is settled, or when the signal is aborted.
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

/** Resolves after so many ms. @throws the signal's reason */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return until<void>(signal, (resolve) => {
    const timer = setTimeout(resolve, ms);
    return () => clearTimeout(timer);
  });
}
