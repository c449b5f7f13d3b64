import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { limits } from '../src/limits.mjs';

test('the limits', () => assert.deepEqual(limits, { guests: 20, members: 200, admins: 1000 }));
test('the line endings', () => {
  const text = readFileSync(new URL('../src/limits.mjs', import.meta.url), 'utf8');
  assert.equal(text.split('\r\n').length, text.split('\n').length);
});
