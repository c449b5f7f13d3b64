import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { stepKeys, toolCallId, turnPaths } from './step-keys.js';

describe('the keys of the journal', () => {
  it('are a stored format: what was written once is found again', () => {
    const turn = stepKeys.turn('stage_1', turnPaths.position(2, 'cto'));
    const call = stepKeys.modelCall(turn, 3);
    const tool = stepKeys.toolCall(call, 0);
    expect([turn, call, tool, stepKeys.question(tool, 1)]).toEqual([
      'stage_1/r2/cto',
      'stage_1/r2/cto/m3',
      'stage_1/r2/cto/m3/t0',
      'stage_1/r2/cto/m3/t0/a1',
    ]);
    expect(stepKeys.spendQuestion('stage_1')).toBe('spend/stage_1');
    expect([
      turnPaths.only('cto'),
      turnPaths.closing,
      turnPaths.review(1, 'cto'),
      turnPaths.chair(1),
      turnPaths.revision(1, 'cto'),
    ]).toEqual(['cto', 'closing', 'i1/review/cto', 'i1/chair', 'i1/revise/cto']);
  });

  it('have one segment for a role, and another one for every role', () => {
    const id = fc.string({ unit: fc.constantFrom('a', '/', '%', '2', 'F', '5'), maxLength: 300 });
    fc.assert(
      fc.property(id, id, (one, other) => {
        expect(turnPaths.only(one)).not.toContain('/');
        expect(turnPaths.only(one) === turnPaths.only(other)).toBe(one === other);
      }),
    );
  });

  it('[defects] 3: fit an index row of PostgreSQL, however long the id of a role is', () => {
    const long = (last: string): string => turnPaths.only('r'.repeat(5000) + last);
    expect(long('a').length).toBeLessThan(200);
    expect(long('a')).not.toBe(long('b'));
    expect(long('a')).toBe(long('a'));
  });
});

describe('the id of a tool call', () => {
  it('is unique in the turn, and the same after a restart', () => {
    const key = stepKeys.toolCall(stepKeys.modelCall('stage_1/cto', 2), 1);
    expect(toolCallId('turn_0a1b2c3d4e', key)).toBe('call_0a1b2c3d4e_2_1');
  });
});
