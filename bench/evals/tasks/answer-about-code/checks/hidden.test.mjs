import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const answer = readFileSync(new URL('outcome.md', import.meta.url), 'utf8');

test('names the file', () => assert.match(answer, /src\/tax\/rates\.mjs/));
test('names the rate that holds', () => assert.match(answer, /\b13 ?%|0\.13\b/));
