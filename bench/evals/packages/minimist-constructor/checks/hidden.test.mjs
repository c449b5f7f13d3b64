import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const parse = createRequire(import.meta.url)('..');

const polluted = () => ({}).polluted ?? (() => {}).polluted ?? [].polluted;

for (const path of [
  '_.concat.constructor.prototype',
  '_.constructor.prototype',
  'constructor.prototype',
  '__proto__',
]) {
  test(`--${path} changes nothing outside`, () => {
    try {
      parse([`--${path}.polluted`, 'yes']);
      parse([`--${path}.polluted=yes`]);
      assert.equal(polluted(), undefined);
    } finally {
      for (const prototype of [Function.prototype, Object.prototype, Array.prototype])
        delete prototype.polluted;
    }
  });
}
test('dotted options', () => {
  assert.deepEqual(parse(['--server.port', '80', '--server.host', 'a', 'x']), {
    _: ['x'],
    server: { port: 80, host: 'a' },
  });
});
