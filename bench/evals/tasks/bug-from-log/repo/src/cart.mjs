/** Everything in the cart, in cents. */
export function total(items) {
  return items.reduce((sum, item) => sum + priceOf(item), 0);
}

/** One item with its discount taken off, in cents. */
export function priceOf(item) {
  const full = item.price * item.quantity;
  return Math.round(full * (1 - item.discount.percent / 100));
}
