import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetchUser } from '../src/users.mjs';

test('a user', () => assert.equal(fetchUser(1).name, 'Ada'));
