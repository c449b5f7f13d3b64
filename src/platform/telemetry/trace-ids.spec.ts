import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { spanIdOf, traceIdOf } from './trace-ids.js';

describe('the ids of traces and spans', () => {
  it('are those of every version: a run at work during an update stays one trace', () => {
    expect(traceIdOf('run_1')).toBe('f9f94740881f2f0071dbeb1708470745');
    expect(spanIdOf('turn', 'turn_1')).toBe('ebb7974200533c3f');
  });

  it('are valid, whatever they are made of', () => {
    fc.assert(
      fc.property(fc.string(), (id) => {
        expect(traceIdOf(id)).toMatch(/^(?!0+$)[0-9a-f]{32}$/);
        expect(spanIdOf('run', id)).toMatch(/^(?!0+$)[0-9a-f]{16}$/);
      }),
    );
  });

  it('tell apart what has the same name', () => {
    const subjects = ['run', 'stage', 'turn', 'tool'] as const;
    expect(new Set(subjects.map((subject) => spanIdOf(subject, 'x'))).size).toBe(subjects.length);
  });
});
