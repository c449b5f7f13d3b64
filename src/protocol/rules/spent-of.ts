/** Numbers of decimals to try until two different amounts look different. */
const decimals = [2, 4, 6, 8, 10, 12];

interface SpentOf {
  readonly spent: string;
  readonly limit: string;
}

/**
 * An amount spent and its limit in dollars, without the sign, with the fewest decimals that make
 * the two look different.
 * @param fewest decimals of the amount spent; the limit has at least two
 */
export function spentOf(spentUsd: number, limitUsd: number, fewest = 2): SpentOf {
  const tellsApart = (places: number): boolean =>
    (spentUsd === limitUsd || spentUsd.toFixed(places) !== limitUsd.toFixed(places)) &&
    [spentUsd, limitUsd].every((usd) => usd === 0 || Number(usd.toFixed(places)) !== 0);
  const places = decimals.find(tellsApart) ?? 12;
  return {
    spent: amount(spentUsd, Math.max(places, fewest), fewest),
    limit: amount(limitUsd, places, 2),
  };
}

/** With two decimals, as amounts of a floor are shown, or more if the two would look the same. */
export function spentInCents(spentUsd: number, limitUsd: number): string {
  const [spent, limit] = [spentUsd.toFixed(2), limitUsd.toFixed(2)];
  return spent === limit ? spentOfWords(spentUsd, limitUsd) : `$${spent} of $${limit}`;
}

/** Without trailing zeros beyond the fewest decimals. */
function amount(usd: number, places: number, fewest: number): string {
  const whole = usd.toFixed(places);
  const needed = whole.replace(/(?<!0)0+$/, '').length;
  return whole.slice(0, Math.max(needed, whole.length - places + fewest));
}

/** `$0.0119 of $0.01` */
export function spentOfWords(spentUsd: number, limitUsd: number, fewest = 2): string {
  const { spent, limit } = spentOf(spentUsd, limitUsd, fewest);
  return `$${spent} of $${limit}`;
}
