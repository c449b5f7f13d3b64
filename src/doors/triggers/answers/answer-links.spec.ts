import { describe, expect, it } from '@jest/globals';
import { linkedIn, linkText } from './answer-links.js';

describe('a link to a question', () => {
  const key = Buffer.alloc(32, 1);
  const question = { approvalId: 'approval_1a', until: 1000 };
  const text = linkText(key, question);

  it('is read by whoever made it', () => {
    expect(linkedIn(key, text)).toEqual(question);
    expect(linkedIn(Buffer.alloc(32, 2), text)).toBeNull();
  });

  it('cannot be changed', () => {
    expect(linkedIn(key, text.replace('.1000.', '.9000.'))).toBeNull();
    expect(linkedIn(key, text.replace('_1a', '_1b'))).toBeNull();
    expect(linkedIn(key, text.slice(0, -1))).toBeNull();
    for (const other of ['', '.', 'a.1.b', `${text}x`, 'x'.repeat(10_000)]) {
      expect(linkedIn(key, other)).toBeNull();
    }
  });
});
