import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { limits } from '../../protocol/limits.js';
import type { ReadableDocument } from '../tool.js';
import { pageOf } from './document-tools.js';

function documentsOf(...all: readonly ReadableDocument[]) {
  return { list: () => all, read: (id: string) => all.find((one) => one.id === id) };
}

const brief = (text: string) => documentsOf({ id: 'brief', title: 'The brief', text });

describe('reading a document', () => {
  it('without an id lists what there is', () => {
    expect(pageOf(brief('x'), '', 0)).toEqual({ ok: true, content: '- brief: The brief' });
  });

  it('says what there is when an id is unknown', () => {
    const { ok, content } = pageOf(brief('x'), 'plan', 0);
    expect(ok).toBe(false);
    expect(content).toContain('"plan"');
    expect(content).toContain('- brief: The brief');
  });

  it('refuses an offset behind the end', () => {
    expect(pageOf(brief('abc'), 'brief', 3).ok).toBe(false);
    expect(pageOf(brief(''), 'brief', 0).ok).toBe(true);
  });

  it('law: the pages together are the whole text, and each fits a result', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 30_000, size: 'max' }),
      fc.string({ unit: 'binary', maxLength: 20_000, size: 'max' }),
    );
    fc.assert(
      fc.property(text, (whole) => {
        let read = '';
        let offset: number | undefined = 0;
        while (offset !== undefined) {
          const { content } = pageOf(brief(whole), 'brief', offset);
          expect(content.length).toBeLessThanOrEqual(limits.toolResultCharacters);
          const next = /\n\(\d+ more character\(s\); continue with offset (\d+)\)$/.exec(content);
          const page = content.slice(content.indexOf('\n\n') + 2, next?.index);
          offset = next === null ? undefined : Number(next[1]);
          // At the end of a page's last line the cursor replaces the line end.
          const isLine = offset !== undefined && read.length + page.length < offset;
          read += isLine ? `${page}\n` : page;
        }
        expect(read).toBe(whole);
      }),
      { numRuns: 30 },
    );
  });
});
