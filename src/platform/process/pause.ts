/**
 * Resolves after `ms`, or as soon as the signal is aborted; never rejects. Keeps no process alive.
 * A global timer, because tests cannot control those of node:timers/promises.
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
