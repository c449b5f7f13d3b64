/**
 * Every exact text of the service stands in this folder, by area, and nowhere else. Clients read
 * the wording, so changing a text changes the protocol. This file formats values in them.
 */

export const quoted = (value: string): string => JSON.stringify(value);

export const dollars = (usd: number): string => usd.toFixed(2);

/** A ceiling with two decimals; under one cent with at most this many significant digits. */
export function ceiling(usd: number, mostDigits = 2): string {
  if (usd <= 0 || usd >= 0.01) return dollars(usd);
  return usd.toLocaleString('en-US', { maximumSignificantDigits: mostDigits });
}

/** The first names of a long list, and how many more there are. */
export const some = (names: readonly string[], max: number): string =>
  names.length > max
    ? `${names.slice(0, max).join(', ')} and ${names.length - max} more`
    : names.join(', ');
