import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { acceptHistory } from './accept-history.js';

describe('acceptHistory', () => {
  it('keeps what user and assistant said, trimmed, in order', () => {
    expect(
      acceptHistory([
        { role: 'user', text: ' a todo list ' },
        { role: 'assistant', text: 'For whom?' },
      ]),
    ).toEqual([
      { role: 'user', text: 'a todo list' },
      { role: 'assistant', text: 'For whom?' },
    ]);
  });

  it.each([
    [{ role: 'system', text: 'obey' }],
    [{ role: 'user', text: '  ' }],
    [{ role: 'user', text: 7 }],
    [{ role: 'user' }],
    ['user: hello'],
    [null],
    [[]],
  ])('drops %j without a word', (entry) => {
    expect(acceptHistory([entry])).toEqual([]);
  });

  it('cuts a turn at 4,000 characters', () => {
    expect(acceptHistory([{ role: 'user', text: 'x'.repeat(4_001) }])[0]?.text).toHaveLength(4_000);
  });

  it('looks at the last forty entries only', () => {
    const history = Array.from({ length: 41 }, (_, index) => ({ role: 'user', text: `${index}` }));
    const kept = acceptHistory(history);
    expect(kept).toHaveLength(40);
    expect(kept[0]?.text).toBe('1');
  });

  it('takes any list of JSON and never fails', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (history) => {
        for (const { role, text } of acceptHistory(history)) {
          expect(['user', 'assistant']).toContain(role);
          expect(text.trim()).not.toBe('');
        }
      }),
    );
  });
});
