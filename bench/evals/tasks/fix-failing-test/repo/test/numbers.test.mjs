import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mean } from '../src/mean.mjs';
import { median } from '../src/median.mjs';

test('mean of some values', () => assert.equal(mean([1, 2, 6]), 3));
test('median of an odd number of values', () => assert.equal(median([5, 1, 3]), 3));
test('median of values with different numbers of digits', () => assert.equal(median([10, 9, 2]), 9));
