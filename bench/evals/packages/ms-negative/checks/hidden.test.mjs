import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const ms = createRequire(import.meta.url)('..');

const hour = 3600000;

test('short', () => {
  assert.equal(ms(-180000), '-3m');
  assert.equal(ms(-10 * hour), '-10h');
  assert.equal(ms(-72 * hour), '-3d');
  assert.equal(ms(-1000), '-1s');
  assert.equal(ms(-500), '-500ms');
});
test('long', () => {
  assert.equal(ms(-180000, { long: true }), '-3 minutes');
  assert.equal(ms(-hour, { long: true }), '-1 hour');
  assert.equal(ms(-24 * hour, { long: true }), '-1 day');
  assert.equal(ms(-500, { long: true }), '-500 ms');
});
test('positive times stay', () => {
  assert.equal(ms(180000), '3m');
  assert.equal(ms(2 * hour, { long: true }), '2 hours');
  assert.equal(ms(hour, { long: true }), '1 hour');
  assert.equal(ms(0), '0ms');
  assert.equal(ms('-1h'), -hour);
});
