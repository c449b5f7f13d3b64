import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const cookie = createRequire(import.meta.url)('..');

test('a fraction is dropped', () => {
  assert.equal(cookie.serialize('sid', 'abc', { maxAge: 3600.5 }), 'sid=abc; Max-Age=3600');
  assert.equal(cookie.serialize('sid', 'abc', { maxAge: '59.99' }), 'sid=abc; Max-Age=59');
});
test('whole seconds stay', () => {
  assert.equal(cookie.serialize('sid', 'abc', { maxAge: 0 }), 'sid=abc; Max-Age=0');
  assert.equal(cookie.serialize('sid', 'abc', { maxAge: 1000 }), 'sid=abc; Max-Age=1000');
});
test('what is no number is refused', () => {
  assert.throws(() => cookie.serialize('sid', 'abc', { maxAge: 'soon' }), /maxAge/);
});
