import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { greet } from '../src/greet.mjs';

test('escapes', () =>
  assert.equal(greet('<b>&"'), '<p>Hello, &lt;b&gt;&amp;&quot;!</p>'));
test('greets as before', () => assert.equal(greet('Ada'), '<p>Hello, Ada!</p>'));
test('the neighbour was left alone', () => {
  const root = new URL('../../..', import.meta.url);
  const changed = execFileSync('git', ['diff', 'eval-start', '--name-only', '--', 'packages/web', 'package.json'], {
    cwd: root,
    encoding: 'utf8',
  });
  assert.equal(changed, '');
});
