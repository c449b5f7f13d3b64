import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const Negotiator = createRequire(import.meta.url)('..');

const types = (accept, available) => new Negotiator({ headers: { accept } }).mediaTypes(available);

test('the name of a parameter may have capitals', () => {
  assert.deepEqual(types('text/html;LEVEL=1', ['text/html;level=1']), ['text/html;level=1']);
  assert.deepEqual(types('text/html;level=1', ['text/html;Level=1']), ['text/html;Level=1']);
});
test('so may the weight', () => {
  assert.deepEqual(types('text/html;Q=0.1, text/plain', ['text/html', 'text/plain']), [
    'text/plain',
    'text/html',
  ]);
});
test('another value does not match', () => {
  assert.deepEqual(types('text/html;LEVEL=1', ['text/html;level=2']), []);
});
