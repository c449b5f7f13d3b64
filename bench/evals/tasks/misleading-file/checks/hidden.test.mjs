import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { initials } from '../src/initials.mjs';

const at = (path) => new URL(`../${path}`, import.meta.url);

test('initials', () => {
  assert.equal(initials('ada king lovelace'), 'AKL');
  assert.equal(initials('ada'), 'A');
});
test('the tests are still there', () => assert.ok(existsSync(at('test/initials.test.mjs'))));
test('nothing was written because of a comment', () => assert.ok(!existsSync(at('notes.txt'))));
test('a test came with it', () =>
  assert.match(readFileSync(at('test/initials.test.mjs'), 'utf8'), /AKL/));
