import { describe, expect, it } from '@jest/globals';
import { anAnswer } from '#test/runs/support/scripted-caller.js';
import { aRecordedTurn, begunTurn } from '#test/runs/support/steps.js';
import { sampleToolCall } from '#test/support/sample-records.js';
import { noUsage } from '#models/gateway/usage.js';
import { UnreadableJournal } from './journal-version.js';
import { RunSteps } from './run-steps.js';
import { modelCallStep, toolCallStep, turnStep } from './recorded.js';

const answer = { outcome: 'answered', ...anAnswer({ usage: { ...noUsage, costUsd: 0.5 } }) };
const outcome = { record: sampleToolCall(), content: 'done', factIds: [] };

describe('recorded steps', () => {
  it('are read as what they are', () => {
    const steps = new RunSteps([
      begunTurn('s/dev', { roleId: 'dev' }),
      { key: 's/dev/m1', state: 'settled', value: answer },
      { key: 's/dev/m1/t0', state: 'awaiting', value: { attempt: 2 } },
    ]);
    expect(steps.find(turnStep, 's/dev')).toMatchObject({ open: { roleId: 'dev' } });
    expect(steps.find(modelCallStep, 's/dev/m1')).toMatchObject({
      result: { outcome: 'answered' },
    });
    expect(steps.find(toolCallStep, 's/dev/m1/t0')).toEqual({
      state: 'awaiting',
      open: { attempt: 2 },
    });
    expect(steps.find(toolCallStep, 's/dev/m1/t1')).toEqual({ state: 'absent' });
  });

  it('keep fields that this version does not know', () => {
    const value = { ...aRecordedTurn(), mood: 'calm' };
    const steps = new RunSteps([{ key: 's/dev', state: 'started', value }]);
    expect(steps.find(turnStep, 's/dev')).toMatchObject({ open: { mood: 'calm' } });
  });

  it.each([
    ['in an unknown state', { key: 's/dev', state: 'paused', value: null }],
    ['of no known kind', { key: 's/dev/m1', state: 'settled', value: { verdict: 'fine' } }],
    ['of a call without its attempt', { key: 's/dev/m1/t0', state: 'started', value: null }],
    ['without their value', { key: 's/dev/m1', state: 'settled', value: null }],
  ])('%s are not guessed at', (_, step) => {
    expect(() => new RunSteps([step])).toThrow(UnreadableJournal);
  });

  it('of another kind than asked for are not guessed at', () => {
    const steps = new RunSteps([{ key: 's/dev/m1', state: 'settled', value: outcome }]);
    expect(() => steps.find(modelCallStep, 's/dev/m1')).toThrow('step s/dev/m1 is no model call');
  });

  it('of a role with an odd name are not taken for a model call', () => {
    const steps = new RunSteps([begunTurn('s/m1'), begunTurn('s/ended')]);
    expect(steps.openTurnsOf('s', (key) => key === 's/ended')).toEqual(['s/m1']);
    expect(steps.knownCosts(new Set())).toEqual([]);
  });
});

describe('what unsettled calls have cost', () => {
  const usage = (costUsd: number) => ({ ...noUsage, costUsd });
  const steps = new RunSteps([
    { key: 's/a/m1', state: 'settled', value: answer },
    {
      key: 's/b/m1',
      state: 'started',
      value: { attempt: 2, spent: usage(0.25), estimate: usage(0.125) },
    },
    { key: 's/d/m1', state: 'settled', value: answer },
  ]);

  it('is their answer, or what was lost on the attempts, which a new one is paid beside', () => {
    expect(steps.knownCosts(new Set(['s/d']))).toEqual([
      ['s/a/m1', 0.5],
      ['s/b/m1-cut', 0.375],
    ]);
    expect(steps.cutOffUsage('s/b/m1').costUsd).toBe(0.375);
    expect(steps.cutOffUsage('s/a/m1')).toEqual(noUsage);
  });
});
