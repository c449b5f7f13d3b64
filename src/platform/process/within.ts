/**
 * What the promise gives, or undefined when it took longer. Not `p-timeout`: every one of its calls
 * would have to name the same fallback, and this function would still be where it stands.
 */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
