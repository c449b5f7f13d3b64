import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const ini = createRequire(import.meta.url)('..');

const leftBehind = () => ['admin', 'other'].filter((name) => ({})[name] !== undefined);
const clean = () => ['admin', 'other'].forEach((name) => delete Object.prototype[name]);

for (const section of ['__proto__', '__proto__.other']) {
  test(`[${section}] touches nothing but the result`, () => {
    try {
      const parsed = ini.parse(`name = a\n[${section}]\nadmin = true\n[last]\nkey = b\n`);
      assert.deepEqual(leftBehind(), []);
      assert.equal(parsed.name, 'a');
      assert.equal(parsed.last.key, 'b');
    } finally {
      clean();
    }
  });
}
test('sections, lists and dots', () => {
  const parsed = ini.parse('[a.b]\nc = 1\n[d]\ne[] = x\ne[] = y\n');
  assert.equal(parsed.a.b.c, '1');
  assert.deepEqual(parsed.d.e, ['x', 'y']);
});
