import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { presentResult } from './present-result.js';

describe('presentResult', () => {
  it('fences the content under the name of the tool and keeps the preview plain', () => {
    expect(
      presentResult({ name: 'read_file' }, { ok: true, content: 'body', preview: 'a.ts' }),
    ).toEqual({
      preview: 'a.ts',
      content: '<untrusted-content source=tool:read_file>\nbody\n</untrusted-content>',
    });
  });

  it('uses the beginning of the content when a tool gives no preview', () => {
    expect(presentResult({ name: 'x' }, { ok: true, content: 'body' }).preview).toBe('body');
  });

  it('strips both', () => {
    const { preview, content } = presentResult(
      { name: 'x' },
      {
        ok: false,
        content: '\x1b[1ma',
        preview: '\x07b',
      },
    );
    expect(preview).toBe('b');
    expect(content).toContain('\na\n');
  });

  it('cuts the preview at 300 characters', () => {
    const { preview } = presentResult({ name: 'x' }, { ok: true, content: 'y'.repeat(9000) });
    expect(preview).toBe(`${'y'.repeat(300)}… [result truncated at 300 characters]`);
  });

  it('lets through what a tool may have', () => {
    const page = { ok: true, content: 'y'.repeat(20_000) };
    const reader = { name: 'read_file', resultCharacters: 20_000 };
    expect(presentResult(reader, page).content).toContain(page.content);
    const { content } = presentResult(reader, { ok: true, content: 'y'.repeat(20_001) });
    expect(content).toContain('truncated at 20000 characters');
    expect(presentResult({ name: 'x' }, page).content.length).toBeLessThan(8100);
  });

  it('keeps both ends of a content beyond 8000 characters, and counts what it left out', () => {
    const sizes = fc.oneof(
      fc.integer({ min: 7900, max: 9000 }),
      fc.integer({ max: 90_000, min: 0 }),
    );
    fc.assert(
      fc.property(sizes, (size) => {
        const { content } = presentResult({ name: 'x' }, { ok: true, content: 'y'.repeat(size) });
        const body = content.split('\n').slice(1, -1).join('\n');
        expect(body.length).toBeLessThanOrEqual(8000);
        const [, left = '0'] = /8000 characters: (\d+) left out here/.exec(body) ?? [];
        expect((body.match(/y/g)?.length ?? 0) + Number(left)).toBe(size);
        expect(body.startsWith('y') && body.endsWith('y')).toBe(size > 0);
      }),
    );
  });
});
