import { describe, expect, it } from '@jest/globals';
import { committed, stamp } from './drafts.js';

const draft = { type: 'log', level: 'info', scope: 's', message: 'm' } as const;

describe('a draft', () => {
  it('that is stored has its time behind the type, then its number, then what happened', () => {
    expect(JSON.stringify(committed(draft, 1000, 7))).toBe(
      '{"type":"log","at":1000,"seq":7,"level":"info","scope":"s","message":"m"}',
    );
  });

  it('that is only streamed has no number', () => {
    expect(stamp(draft, 1000)).toEqual({ ...draft, at: 1000 });
  });

  it('stays as it was', () => {
    committed(draft, 1000, 7);
    expect(draft).toEqual({ type: 'log', level: 'info', scope: 's', message: 'm' });
  });
});
