import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const bytes = createRequire(import.meta.url)('..');

test('a text is read in tens', () => {
  assert.equal(bytes('0x11'), 0);
  assert.equal(bytes('12'), 12);
  assert.equal(bytes('012'), 12);
});
test('there are no parts of a byte', () => {
  assert.equal(bytes('1.1kb'), 1126);
  assert.equal(bytes('1.3 GB'), 1395864371);
});
test('the rest stays', () => {
  assert.equal(bytes('1.5kb'), 1536);
  assert.equal(bytes('2MB'), 2097152);
  assert.equal(bytes(1024), '1kB');
  assert.equal(bytes({}), null);
});
