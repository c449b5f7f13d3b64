import { describe, expect, it } from '@jest/globals';
import { conversationMark } from './conversation-mark.js';
import { turnKind } from './turn-kind.js';

describe('turnKind', () => {
  it.each([
    ['intake', 'intake'],
    ['plan', 'plan'],
    ['design', 'plan'],
    ['architect', 'plan'],
    ['research', 'research'],
    ['debate', 'debate'],
    ['workshop', 'debate'],
    ['build', 'implementation'],
    ['integrate', 'implementation'],
    ['review', 'review'],
    ['test', 'test'],
    ['report', 'report'],
  ])('reads a stage of kind %s as %s', (kind, expected) => {
    const ask = `Review the tests.\n\nStage: **Any name** (${kind}, single)`;
    expect(turnKind(conversationMark, ask)).toBe(expected);
  });

  it('knows a conversation by its mark', () => {
    expect(turnKind(conversationMark, 'Please review this')).toBe('conversation');
  });

  it.each([
    ['Let us debate the research', 'debate'],
    ['Restate the request', 'intake'],
    ['Verify the build', 'test'],
    ['Implement it', 'implementation'],
    ['Good morning', 'report'],
  ])('guesses from words: %s', (ask, expected) => {
    expect(turnKind('', ask)).toBe(expected);
  });
});
