import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const shellQuote = createRequire(import.meta.url)('..');

const printed = (argument) =>
  execFileSync('sh', ['-c', `printf %s ${shellQuote.quote([argument])}`], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

for (const argument of [
  '`:`:`',
  'a`:;:',
  '`:#`:#',
  '^:;x',
  '[:|x',
  'C:x',
  'a:b',
  '$HOME',
  "it's a \\ test",
]) {
  test(`${argument} arrives as it was`, () => {
    let arrived;
    try {
      arrived = printed(argument);
    } catch (error) {
      arrived = error.message;
    }
    assert.equal(arrived, argument);
  });
}
test('no back quote stays bare', () => {
  assert.match(shellQuote.quote(['`:`whoami`']), /^\\`/);
});
