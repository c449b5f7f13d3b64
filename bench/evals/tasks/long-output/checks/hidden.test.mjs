import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const cwd = new URL('..', import.meta.url);

test('the rule', () => {
  const rules = readFileSync(new URL('rules.txt', cwd), 'utf8').split('\n');
  assert.ok(rules.includes('tenant-1131 = 120'));
});
test('one line changed, and the check was left alone', () => {
  const stat = execFileSync('git', ['diff', 'eval-start', '--numstat'], { cwd, encoding: 'utf8' });
  assert.equal(stat.trim(), '1\t1\trules.txt');
});
