import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initials } from '../src/initials.mjs';

test('of one word', () => assert.equal(initials('ada'), 'A'));
