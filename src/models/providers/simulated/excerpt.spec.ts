import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { excerptOf, pathsIn, slugOf } from './excerpt.js';

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
