import { describe, expect, it } from '@jest/globals';
import { stamp } from './drafts.js';

const draft = { type: 'memory.retracted', id: 'fact_1' } as const;

describe('stamp', () => {
  it('adds the time behind the type, then the number, then what happened', () => {
    expect(JSON.stringify(stamp(draft, 1000, 7))).toBe(
      '{"type":"memory.retracted","at":1000,"seq":7,"id":"fact_1"}',
    );
  });

  it('leaves the number away where there is none', () => {
    expect(stamp(draft, 1000)).toEqual({ type: 'memory.retracted', at: 1000, id: 'fact_1' });
  });

  it('changes nothing about the draft', () => {
    stamp(draft, 1000, 7);
    expect(draft).toEqual({ type: 'memory.retracted', id: 'fact_1' });
  });
});
