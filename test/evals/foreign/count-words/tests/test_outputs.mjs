import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

test('every file is counted', () => {
  assert.equal(readFileSync('counts.csv', 'utf8').trim(), 'first.txt,4\nsecond.txt,2\nthird.txt,0');
});
