import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { options } from '../src/options.mjs';

const rows = readFileSync(new URL('../README.md', import.meta.url), 'utf8').split('\n');

for (const [name, { default: value }] of Object.entries(options)) {
  test(name, () => {
    const row = rows.filter((line) => line.startsWith('|') && line.includes(`--${name}`));
    assert.equal(row.length, 1);
    assert.equal(row[0].split('|')[2].replaceAll('`', '').trim(), String(value));
  });
}
test('the code was not changed to agree with the page', () => assert.equal(options.depth.default, 5));
