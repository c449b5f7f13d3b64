import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { conversationMark, excerptOf, pathsIn, slugOf, turnKind } from './simulated-turn.js';

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

describe('excerptOf', () => {
  it('takes the first line that says something', () => {
    const prompt = [
      '# Brief',
      '---',
      '**The job**',
      'Brief:',
      'Tags: api, ui',
      'What follows is the request:',
      '> Build a todo list: small and fast',
      'More text.',
    ].join('\n');
    expect(excerptOf(prompt)).toBe('Build a todo list: small and fast');
  });

  it('is cut at 160 characters', () => {
    expect(excerptOf('x'.repeat(300))).toHaveLength(160);
  });

  it('has words of its own for an empty prompt', () => {
    expect(excerptOf('')).toBe('the work described in the brief');
  });
});

describe('slugOf', () => {
  it('keeps letters and digits', () => {
    expect(slugOf('Build a *Todo* list, v2!')).toBe('build-a-todo-list-v2');
    expect(slugOf('日本')).toBe('feature');
  });

  it('is always a safe file name', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(slugOf(text)).toMatch(/^[a-z0-9]([a-z0-9-]{0,46}[a-z0-9])?$/);
      }),
    );
  });
});

describe('pathsIn', () => {
  it('finds relative paths, each once', () => {
    expect(pathsIn('- `src/a.ts`\n- src/b/c.ts (src/a.ts)\nsee https://x.org/y.html')).toEqual([
      'src/a.ts',
      'src/b/c.ts',
    ]);
  });

  it('leaves absolute paths alone', () => {
    expect(pathsIn('/home/office/src/a.ts')).toEqual([]);
  });
});
