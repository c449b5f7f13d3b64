import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const vary = createRequire(import.meta.url)('..');

function response(present) {
  const headers = new Map(present === undefined ? [] : [['Vary', present]]);
  return {
    headers,
    getHeader: (name) => headers.get(name),
    setHeader: (name, value) => headers.set(name, value),
  };
}

test('nothing is set for an empty list', () => {
  const res = response();
  vary(res, []);
  assert.equal(res.headers.has('Vary'), false);
});
test('what is set already stays', () => {
  const res = response('Accept');
  vary(res, []);
  assert.equal(res.headers.get('Vary'), 'Accept');
});
test('fields are added once', () => {
  const res = response('Accept');
  vary(res, ['Origin', 'accept']);
  assert.equal(res.headers.get('Vary'), 'Accept, Origin');
});
