import assert from 'node:assert/strict';
import { test } from 'node:test';
import { priceOf, total } from '../src/cart.mjs';

test('an item without a discount', () => assert.equal(priceOf({ price: 250, quantity: 2 }), 500));
test('an item with a discount', () =>
  assert.equal(priceOf({ price: 1000, quantity: 1, discount: { percent: 25 } }), 750));
test('a cart of both', () =>
  assert.equal(total([{ price: 100, quantity: 1 }, { price: 100, quantity: 1, discount: { percent: 50 } }]), 150));
