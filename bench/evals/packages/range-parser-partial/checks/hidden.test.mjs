import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const parse = createRequire(import.meta.url)('..');

test('ranges that cannot be served are left out', () => {
  const ranges = parse(200, 'bytes=0-50,500-600');
  assert.deepEqual([...ranges], [{ start: 0, end: 50 }]);
  assert.equal(ranges.type, 'bytes');
  assert.deepEqual([...parse(200, 'bytes=abc-def,100-,300-')], [{ start: 100, end: 199 }]);
});
test('none is left', () => {
  assert.equal(parse(200, 'bytes=500-600'), -1);
  assert.equal(parse(200, 'bytes=500-600,900-'), -1);
});
test('the rest stays', () => {
  assert.equal(parse(200, 'nonsense'), -2);
  assert.deepEqual(
    [...parse(1000, 'bytes=40-80,81-90,-1')],
    [
      { start: 40, end: 80 },
      { start: 81, end: 90 },
      { start: 999, end: 999 },
    ],
  );
});
