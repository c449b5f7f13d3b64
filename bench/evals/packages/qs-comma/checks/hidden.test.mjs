import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const qs = createRequire(import.meta.url)('..');

const decoder = (text) => (/^\d+$/.test(text) ? Number(text) : decodeURIComponent(text));

test('a number is kept', () => {
  assert.deepEqual(qs.parse('page=2&size=50', { comma: true, decoder }), { page: 2, size: 50 });
});
test('a date is kept', () => {
  const day = new Date(0);
  const parsed = qs.parse('day=x', { comma: true, decoder: (text) => (text === 'x' ? day : text) });
  assert.equal(parsed.day, day);
});
test('a text is split', () => {
  assert.deepEqual(qs.parse('a=x,y', { comma: true, decoder }), { a: ['x', 'y'] });
  assert.deepEqual(qs.parse('a=x,y'), { a: 'x,y' });
  assert.deepEqual(qs.parse('a=&b', { comma: true }), { a: '', b: '' });
});
