/**
 * Every exact text of the service stands in this folder and nowhere else, by area. Clients read the
 * wording, so a change of it is a change of the protocol. This file holds how values are written in
 * them.
 */

export const quoted = (value: string): string => JSON.stringify(value);

export const dollars = (usd: number): string => usd.toFixed(2);

export const are = (things: readonly unknown[]): string => (things.length === 1 ? 'is' : 'are');

/** A ceiling in words: two decimals; under one cent as many as it needs, for so many digits at most. */
export function ceiling(usd: number, mostDigits = 2): string {
  if (usd <= 0 || usd >= 0.01) return dollars(usd);
  return usd.toLocaleString('en-US', { maximumSignificantDigits: mostDigits });
}

/** The first of a long list, and how many more there are. */
export const some = (names: readonly string[], max: number): string =>
  names.length > max
    ? `${names.slice(0, max).join(', ')} and ${names.length - max} more`
    : names.join(', ');
