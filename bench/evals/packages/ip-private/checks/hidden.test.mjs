import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const ip = createRequire(import.meta.url)('..');

test('spellings of private addresses', () => {
  for (const address of ['0x7f.1', '0x7F.0.0.1', '0177.0.0.1', '0xa.1.2.3']) {
    assert.equal(ip.isPrivate(address), true, address);
    assert.equal(ip.isPublic(address), false, address);
  }
});
test('spellings of public ones', () => {
  assert.equal(ip.isPrivate('0x8.8.8.8'), false);
  assert.equal(ip.isPublic('010.8.8.8'), true);
});
test('the rest stays', () => {
  for (const address of [
    '127.0.0.1',
    '10.0.0.1',
    '192.168.1.1',
    '172.16.0.1',
    '169.254.2.3',
    '::1',
    'fe80::1',
    '::ffff:10.0.0.1',
  ]) {
    assert.equal(ip.isPrivate(address), true, address);
  }
  for (const address of ['8.8.8.8', '172.32.0.1', '2001:db8::1'])
    assert.equal(ip.isPrivate(address), false, address);
});
