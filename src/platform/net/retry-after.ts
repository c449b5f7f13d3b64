/** Wait that a `Retry-After` asks for, ms; null: it names none. Dates are compared with the answer's own. */
export function retryAfterMs(
  value: string | null | undefined,
  { date, now }: { readonly date: string | null | undefined; readonly now: number },
): number | null {
  const given = value?.trim() ?? '';
  if (/^\d{1,15}(?:\.\d{1,9})?$/.test(given)) return Math.ceil(Number(given) * 1000);
  const at = httpDate(given);
  return at === null ? null : Math.max(0, at - (httpDate(date) ?? now));
}

/** A date in any of the three forms of RFC 9110, 5.6.7, in ms since the epoch; null: not a date. */
export function httpDate(value: string | null | undefined): number | null {
  const given = value?.trim() ?? '';
  if (!/^[A-Z][a-z]{2,8},? /.test(given)) return null;
  // The form of asctime names no zone; all are in Greenwich.
  const at = Date.parse(given.endsWith(' GMT') ? given : `${given} GMT`);
  return Number.isNaN(at) ? null : at;
}
