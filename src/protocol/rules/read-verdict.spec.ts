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

  it.each([
    ['A race must be fixed some day.\n\nVerdict: approved', 'approved'],
    ['No blocking issues; non-blocking I/O is fine.\n**Verdict: Approved**', 'approved'],
    ['Looks good.\n\nVerdict: objections', 'objected'],
    ['Verdict: objections\n\nOn second thought:\n\n> VERDICT: approved.', 'approved'],
    ['Verdict: approved\nVerdict: objections\n', 'objected'],
    ['**Verdict:** objections', 'objected'],
  ])('is decided by the last line in the fixed form: %j', (text, verdict) => {
    expect(readVerdict(text)).toBe(verdict);
  });

  it('is not decided by the form inside of a sentence', () => {
    expect(readVerdict('I end with "Verdict: approved", but I reject this.')).toBe('objected');
  });

  it('takes out a denial as whole words only', () => {
    expect(readVerdict('Casino objections')).toBe('objected');
    expect(readVerdict('no blocking problem')).toBe('objected');
  });

  it.each(['', ' \n\t'])('finds no verdict in %j', (text) => {
    expect(readVerdict(text)).toBe('none');
  });
});
