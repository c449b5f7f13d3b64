/**
 * Resolves after so many ms, or as soon as the signal aborts. It keeps no process alive. A global
 * timer, because tests cannot drive those of node:timers/promises; and an abort is no error here.
 */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    timer.unref();
    signal?.addEventListener('abort', end, { once: true });
  });
}
