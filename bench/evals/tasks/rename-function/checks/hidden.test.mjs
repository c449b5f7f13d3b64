import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { page } from '../src/page.mjs';
import * as users from '../src/users.mjs';

test('the new name', () => assert.equal(users.loadUser(1).name, 'Ada'));
test('the other name', () => assert.equal(users.fetchUserAvatar(1), '/avatars/ada.png'));
test('the page', () => assert.equal(page(1), '<img src="/avatars/ada.png">Hello, Ada.'));
test('the old name is gone', () => {
  for (const folder of ['src', 'test']) {
    const here = new URL(`../${folder}/`, import.meta.url);
    for (const file of readdirSync(here)) {
      assert.doesNotMatch(readFileSync(new URL(file, here), 'utf8'), /\bfetchUser\b/, file);
    }
  }
});
