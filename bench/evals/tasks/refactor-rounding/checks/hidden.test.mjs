import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as invoice from '../src/invoice.mjs';

const cents = (amount) => Math.round(amount * 100) / 100;

test('behaves as before', () => {
  for (let price = 0; price < 3; price += 0.37) {
    for (let quantity = 0; quantity < 9; quantity += 1) {
      const net = cents(price * quantity);
      assert.equal(invoice.lineTotal({ price, quantity }), net);
      assert.equal(invoice.tax(net, 0.19), cents(net * 0.19));
      assert.equal(invoice.invoiceTotal([{ price, quantity }], 0.19), cents(net + cents(net * 0.19)));
    }
  }
});
test('rounds in one place', () => {
  assert.equal(invoice.roundCents(1.006), 1.01);
  const text = readFileSync(new URL('../src/invoice.mjs', import.meta.url), 'utf8');
  assert.equal(text.split('Math.round').length - 1, 1);
});
