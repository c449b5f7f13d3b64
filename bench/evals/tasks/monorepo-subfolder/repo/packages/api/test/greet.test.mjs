import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greet } from '../src/greet.mjs';

test('greets', () => assert.equal(greet('Ada'), '<p>Hello, Ada!</p>'));
