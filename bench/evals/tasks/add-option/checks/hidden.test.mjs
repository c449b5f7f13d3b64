import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';

const here = new URL('..', import.meta.url);
writeFileSync(new URL('sample.txt', here), 'one two\nthree\n');
const run = (...args) => execFileSync('node', ['bin/count.mjs', ...args], { cwd: here, encoding: 'utf8' });

test('prints as before', () => assert.equal(run('sample.txt'), '2 lines, 3 words\n'));
test('prints JSON', () => assert.deepEqual(JSON.parse(run('--json', 'sample.txt')), { lines: 2, words: 3 }));
test('the README tells of it', () => assert.match(readFileSync(new URL('README.md', here), 'utf8'), /--json/));
