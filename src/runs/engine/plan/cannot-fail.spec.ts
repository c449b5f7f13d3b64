import { describe, expect, it } from '@jest/globals';
import { cannotFail } from './cannot-fail.js';

describe('cannotFail', () => {
  it.each([
    'true',
    ':',
    'exit 0',
    'echo done',
    '  true  ',
    'npm test || true',
    'npm test; echo done',
    'npm test;\ntrue',
    'npm test & echo started',
    'echo a && echo b',
    'echo a | printf b',
    '',
  ])('refuses %j', (command) => {
    expect(cannotFail(command)).toBe(true);
  });

  it.each([
    'npm test',
    'npm test && echo fine',
    'echo x | grep y',
    'test -f a || exit 1',
    'exit 1',
    'truecheck',
    'grep -q "a || true" file',
    "node -e 'process.exit(1); true'",
    'npm test 2>&1',
    'echo; npm test',
    'npm test 2>&1 | tail -5',
  ])('takes %j', (command) => {
    expect(cannotFail(command)).toBe(false);
  });
});
