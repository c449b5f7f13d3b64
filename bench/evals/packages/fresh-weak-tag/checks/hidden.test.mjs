import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const fresh = createRequire(import.meta.url)('..');

const ask = (tags, etag) => fresh({ 'if-none-match': tags }, { etag });

test('a weak tag of the response matches a strong one of the request', () => {
  assert.equal(ask('"abc"', 'W/"abc"'), true);
  assert.equal(ask('"one", "abc"', 'W/"abc"'), true);
});
test('what matched goes on matching', () => {
  assert.equal(ask('"abc"', '"abc"'), true);
  assert.equal(ask('W/"abc"', '"abc"'), true);
  assert.equal(ask('W/"abc"', 'W/"abc"'), true);
  assert.equal(ask('*', '"abc"'), true);
});
test('another tag is stale', () => {
  assert.equal(ask('"abc"', 'W/"abd"'), false);
  assert.equal(ask('W/"abc"', '"abd"'), false);
  assert.equal(
    fresh({ 'if-none-match': '"abc"', 'cache-control': 'no-cache' }, { etag: 'W/"abc"' }),
    false,
  );
});
