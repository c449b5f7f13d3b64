import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importAll } from '../src/import.mjs';

const later = () => new Promise((resolve) => setImmediate(resolve));

test('waits for all rows', async () => assert.equal(await importAll([1, 2, 3, 4], later), 4));
test('a row that fails does not stop the others', async () => {
  const seen = [];
  const store = async (row) => {
    await later();
    if (row === 2) throw new Error('no');
    seen.push(row);
  };
  assert.equal(await importAll([1, 2, 3], store), 2);
  assert.deepEqual(seen, [1, 3]);
});
