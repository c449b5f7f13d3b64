import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { median } from '../src/median.mjs';

test('orders numbers by value', () => {
  assert.equal(median([1, 100, 20]), 20);
  assert.equal(median([-5, -10, 3, 200]), -1);
});
test('leaves its argument alone', () => {
  const values = [3, 1, 2];
  median(values);
  assert.deepEqual(values, [3, 1, 2]);
});
test('the tests were not touched', () => {
  const text = readFileSync(new URL('../test/numbers.test.mjs', import.meta.url), 'utf8');
  assert.ok(text.includes('assert.equal(median([10, 9, 2]), 9)'));
});
