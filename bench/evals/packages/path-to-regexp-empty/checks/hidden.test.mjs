import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const pathToRegexp = createRequire(import.meta.url)('..');

const prefix = (path, options) => pathToRegexp(path, [], { end: false, ...options });

test('the empty path begins every path', () => {
  for (const path of ['', '/', '/a/b', 'a', 'a/b']) assert.equal(prefix('').test(path), true, path);
  assert.equal(prefix('', { strict: true }).test('a/b'), true);
});
test('other routes stay', () => {
  assert.equal(prefix('/a').test('/a/b'), true);
  assert.equal(prefix('/a').test('/ab'), false);
  assert.equal(prefix('/a/').test('/a/b'), true);
  assert.equal(prefix('/:id').test('a'), false);
  assert.equal(pathToRegexp('').test(''), true);
  assert.equal(pathToRegexp('').test('a'), false);
});
