import { describe, expect, it } from '@jest/globals';
import { withMark } from '../words/marks.js';
import { isOwn, loginsBefore } from './own-words.js';

describe('words of the office', () => {
  const accounts = { login: 'bot', earlierLogins: ['ada'] };
  const marked = withMark('Done.', '1/begun');

  it.each([
    ['bot', 'Anything.', true],
    ['ada', marked, true],
    ['ada', 'Please look again.', false],
    ['eve', marked, false],
  ])('by %s: %j', (author, body, isTheirs) => {
    expect(isOwn(accounts, { author, body })).toBe(isTheirs);
  });

  it('stay its own by every account of before', () => {
    expect(loginsBefore(accounts, 'cat')).toEqual(['ada', 'bot']);
    expect(loginsBefore(accounts, 'bot')).toEqual(['ada']);
    expect(loginsBefore(accounts, 'ada')).toEqual(['bot']);
  });
});
