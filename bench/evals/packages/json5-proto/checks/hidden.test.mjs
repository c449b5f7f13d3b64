import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const JSON5 = createRequire(import.meta.url)('..');

const text = '{"name": "a", "__proto__": {"isAdmin": true}}';

test('the key is an ordinary one', () => {
  const parsed = JSON5.parse(text);
  assert.equal(parsed.isAdmin, undefined);
  assert.equal(Object.getPrototypeOf(parsed), Object.prototype);
  assert.deepEqual(Object.keys(parsed), ['name', '__proto__']);
  assert.equal(JSON.stringify(parsed), JSON.stringify(JSON.parse(text)));
});
test('it is one further down as well', () => {
  assert.equal(JSON5.parse(`[{deep: ${text}}]`)[0].deep.isAdmin, undefined);
});
test('the rest stays', () => {
  assert.deepEqual(JSON5.parse("{a: [1, 'b',], a2: .5, /* c */ d: {}}"), {
    a: [1, 'b'],
    a2: 0.5,
    d: {},
  });
  assert.deepEqual(JSON5.parse('{a: 1, a: 2}'), { a: 2 });
});
