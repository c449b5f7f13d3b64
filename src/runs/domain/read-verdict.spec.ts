import { describe, expect, it } from '@jest/globals';
import { readVerdict } from './read-verdict.js';

describe('readVerdict', () => {
  it.each([
    'Approved.',
    'Looks good, ship it.',
    'No objections.',
    'I have zero blockers and no concerns.',
    'Merged without issues.',
    'no   objection',
    'A risk to watch, and a suggestion: warm the cache.',
    'The tests pass.',
  ])('settles: %s', (text) => {
    expect(readVerdict(text)).toBe('approved');
  });

  it.each([
    'I have an objection.',
    'You MUST FIX src/main.ts.',
    'This must be fixed before the release.',
    'The race must be addressed.',
    'This is blocking.',
    'It blocks release.',
    'I reject this.',
    'That is not acceptable.',
    'The login does not work.',
    "The login doesn't work.",
    'Changes required: see below.',
    'I request changes.',
    '❌ src/main.ts',
    'Approved, but the login does not work.',
    'No concerns about style; one objection about the lock.',
    'No objections from QA. Objection from me.',
  ])('objects: %s', (text) => {
    expect(readVerdict(text)).toBe('objected');
  });

  it('takes out a denial as whole words only', () => {
    expect(readVerdict('Casino objections')).toBe('objected');
    expect(readVerdict('no blocking problem')).toBe('objected');
  });

  it.each(['', ' \n\t'])('finds no verdict in %j', (text) => {
    expect(readVerdict(text)).toBe('none');
  });
});
