/** What is left in a form once `sent` was taken: nothing, unless something was typed meanwhile. */
export function leftAfter<T>(sent: T, nothing: T): (now: T) => T {
  return (now) => (now === sent ? nothing : now);
}

/** What was not sent, before what was typed since. */
export function unsentBefore(unsent: string, typed: string): string {
  return typed === '' ? unsent : `${unsent}\n\n${typed}`;
}
