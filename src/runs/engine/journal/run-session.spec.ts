import { describe, expect, it } from '@jest/globals';
import { aSession } from '#test/runs/support/a-session.js';
import { begunTurn } from '#test/runs/support/steps.js';
import { sampleRun, sampleStage, sampleTurn } from '#test/support/sample-records.js';
import { isExhausted, remainingUsd } from '../turn/lifecycle/budget.js';
import { FirstCalls, RunHalted } from './run-session.js';

describe('a session', () => {
  it('goes on until it is told otherwise', () => {
    const session = aSession();
    expect([session.cancelled, session.halted, session.signal.aborted]).toEqual([
      false,
      false,
      false,
    ]);
    expect(() => session.throwIfHalted()).not.toThrow();
  });

  it('that is cancelled stops its effects and lets its code come to an end', () => {
    const session = aSession();
    session.cancel();
    expect([session.cancelled, session.halted, session.signal.aborted]).toEqual([
      true,
      false,
      true,
    ]);
    expect(() => session.throwIfHalted()).not.toThrow();
  });

  it('that is halted stops its effects and its code', () => {
    const session = aSession();
    session.halt();
    expect([session.cancelled, session.halted, session.signal.aborted]).toEqual([
      false,
      true,
      true,
    ]);
    expect(() => session.throwIfHalted()).toThrow(new RunHalted(session.run.id));
  });

  it('is cancelled from the start when the run was', () => {
    expect(aSession({ cancelRequested: true }).cancelled).toBe(true);
  });

  it('lets any number of turns listen without a warning', async () => {
    const warnings: Error[] = [];
    const keep = (warning: Error): void => void warnings.push(warning);
    process.on('warning', keep);
    const session = aSession();
    for (let turn = 0; turn < 40; turn++) session.signal.addEventListener('abort', () => {});
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', keep);
    expect(warnings).toEqual([]);
  });
});

describe('the turns of a session', () => {
  const turn = sampleTurn({ id: 'turn_1', wroteFiles: ['a.ts'] });

  it('have begun when their beginning or their end is recorded', () => {
    const session = aSession({
      steps: [begunTurn('s/at-work')],
      turns: [['s/settled', turn]],
    });
    expect(['s/at-work', 's/settled', 's/other'].map((key) => session.hasBegun(key))).toEqual([
      true,
      true,
      false,
    ]);
    expect(session.settledTurn('s/settled')).toBe(turn);
    expect(session.settledTurn('s/at-work')).toBeUndefined();
  });

  it('add to what the next stage is told once their stage is settled', () => {
    const stage = sampleStage({ status: 'done', turnIds: ['turn_1'] });
    const session = aSession({ run: sampleRun({ stages: [stage] }) });
    expect(session.knowledge().filesWritten).toEqual([]);
    session.addTurn('s/dev', turn);
    expect(session.knowledge().filesWritten).toEqual(['a.ts']);
  });
});

describe('the money of a session', () => {
  it('is that of the run and of the answers whose turn has not settled', () => {
    const run = sampleRun({ budget: { limitUsd: 5, spentUsd: 1 } });
    const knownCosts = [
      ['s/dev/m1', 1.5],
      ['s/dev/m2', 0.5],
    ] as const;
    expect(remainingUsd(aSession({ run, knownCosts }).budget)).toBeCloseTo(2);
    expect(isExhausted(aSession({ run, knownCosts: [['s/dev/m1', 4]] }).budget)).toBe(true);
  });
});

describe('FirstCalls', () => {
  it('takes the call that is made first for the first of its stage, and each stage has one', () => {
    const calls = new FirstCalls();
    expect(['s1/a/m1', 's1/b/m1', 's2/a/m1'].map((key) => calls.isFirst(key))).toEqual([
      true,
      true,
      true,
    ]);
    calls.note('s1/b/m1');
    calls.note('s1/a/m1');
    expect(['s1/a/m1', 's1/b/m1', 's1/b/m2', 's2/a/m1'].map((key) => calls.isFirst(key))).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });

  it('knows the calls of an earlier life of the process', () => {
    const calls = new FirstCalls(['s1/a'], ['s2/a/m1', 's2/b/m1']);
    expect(['s1/a/m2', 's2/a/m1', 's2/b/m1', 's3/a/m1'].map((key) => calls.isFirst(key))).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });
});
