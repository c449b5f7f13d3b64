import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, test } from 'node:test';

const root = new URL('..', import.meta.url);
const file = new URL('src/slug.mjs', root);
const program = readFileSync(file, 'utf8');
after(() => writeFileSync(file, program));

const { NODE_TEST_CONTEXT: _, ...env } = process.env;
const suite = () => spawnSync('node', ['--test', 'test/slug.test.mjs'], { cwd: root, env }).status;

test('the tests pass on the program', () => assert.equal(suite(), 0));

const faults = {
  capitals: ['.toLowerCase()', '.toString()'],
  umlauts: ["(letter) => letters[letter]", "''"],
  'repeated separators': ['[^a-z0-9]+', '[^a-z0-9]'],
  'a separator at the end': ['/^-|-$/g', '/^-/'],
};
for (const [name, [right, wrong]] of Object.entries(faults)) {
  test(`they notice: ${name}`, () => {
    assert.ok(program.includes(right));
    writeFileSync(file, program.replace(right, wrong));
    assert.notEqual(suite(), 0);
  });
}
