/**
 * The result of the work, which is left behind where the signal comes first.
 * @param reason of the error that is thrown then
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
    // It would otherwise stay in memory until the signal ends.
    signal.removeEventListener('abort', stop);
  }
}
