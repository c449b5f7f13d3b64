/**
 * Every exact text of the service stands in this folder, by area, and nowhere else. Clients read
 * the wording, so changing a text changes the protocol. This file formats values in them.
 */

export const quoted = (value: string): string => JSON.stringify(value);

export const dollars = (usd: number): string => usd.toFixed(2);

const allDigits = { minimumFractionDigits: 2, maximumFractionDigits: 12, useGrouping: false };

/** An amount with all its digits, two decimals or more. */
export const exact = (usd: number): string => usd.toLocaleString('en-US', allDigits);

/** The first names of a long list, and how many more there are. */
export const some = (names: readonly string[], max: number): string =>
  names.length > max
    ? `${names.slice(0, max).join(', ')} and ${names.length - max} more`
    : names.join(', ');
