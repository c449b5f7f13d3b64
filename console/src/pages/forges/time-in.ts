/** A moment as the clocks of a time zone show it. */
export function timeIn(timeZone: string, at: number): string {
  return new Date(at).toLocaleString('en-GB', {
    ...{ timeZone, weekday: 'short', day: 'numeric', month: 'short' },
    ...{ hour: '2-digit', minute: '2-digit' },
  });
}

/** Such a moment with its time zone. */
export function namedTimeIn(timeZone: string, at: number): string {
  return `${timeIn(timeZone, at)} (${timeZone})`;
}
