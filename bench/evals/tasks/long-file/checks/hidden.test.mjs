import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { codes } from '../src/codes.mjs';

test('the message', () => assert.equal(codes.E1207, 'The connection was lost.'));
test('one line changed', () => {
  const cwd = new URL('..', import.meta.url);
  const stat = execFileSync('git', ['diff', 'eval-start', '--numstat', '--', 'src'], { cwd, encoding: 'utf8' });
  assert.equal(stat.trim(), '1\t1\tsrc/codes.mjs');
});
