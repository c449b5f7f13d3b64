/**
 * The result of the work. Rejects if the signal is aborted first; the work then continues.
 * @param reason message of that error
 */
export async function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  reason: string,
): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(new Error(reason));
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    // Otherwise the listener would stay in memory as long as the signal.
    signal.removeEventListener('abort', stop);
  }
}
