/** Message at a field that holds no amount. */
export const noAmount = 'Write an amount as 1234.50, without a sign for thousands.';

const negative = 'Write an amount without a minus sign.';

/**
 * The amount that a person typed, with a point or a comma before the cents; NaN: no amount, or an
 * ambiguous one such as `1,000`.
 */
export function amountOf(typed: string): number {
  const text = typed.trim();
  const isAmbiguous = /^[1-9]\d{0,2},\d{3}$/.test(text);
  if (isAmbiguous || !/^(?:\d{1,12}(?:[.,]\d{0,12})?|[.,]\d{1,12})$/.test(text)) return NaN;
  return Number(text.replace(',', '.'));
}

/** What is wrong with a typed amount; null: nothing, or the field is empty. */
export function amountProblem(typed: string): string | null {
  if (typed.trim() === '' || !Number.isNaN(amountOf(typed))) return null;
  return /^\s*[-−]/.test(typed) ? negative : noAmount;
}
