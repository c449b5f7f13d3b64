import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importAll } from '../src/import.mjs';

test('answers how many rows were stored', async () => {
  const later = () => new Promise((resolve) => setImmediate(resolve));
  assert.equal(await importAll([1, 2, 3], later), 3);
});
