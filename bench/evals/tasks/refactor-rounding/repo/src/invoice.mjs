/** The price of a line before tax. */
export function lineTotal({ price, quantity }) {
  return Math.round(price * quantity * 100) / 100;
}

/** The tax on an amount. */
export function tax(amount, rate) {
  return Math.round(amount * rate * 100) / 100;
}

/** What is to be paid: all lines, and the tax on them. */
export function invoiceTotal(lines, rate) {
  const net = lines.reduce((sum, line) => sum + lineTotal(line), 0);
  const gross = net + tax(net, rate);
  return Math.round(gross * 100) / 100;
}
