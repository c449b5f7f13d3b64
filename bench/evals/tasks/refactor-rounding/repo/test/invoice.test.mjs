import assert from 'node:assert/strict';
import { test } from 'node:test';
import { invoiceTotal, lineTotal, tax } from '../src/invoice.mjs';

test('a line', () => assert.equal(lineTotal({ price: 0.1, quantity: 3 }), 0.3));
test('tax', () => assert.equal(tax(10.5, 0.19), 2));
test('an invoice', () => assert.equal(invoiceTotal([{ price: 1.99, quantity: 3 }], 0.07), 6.39));
