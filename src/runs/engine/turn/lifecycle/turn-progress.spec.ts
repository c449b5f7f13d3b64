import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sampleToolCall, sampleTurn } from '#test/support/sample-records.js';
import { noUsage } from '#models/gateway/usage.js';
import type { AnsweredCall, FailedCall } from '../../journal/recorded.js';
import { noProgress, settledTurn, withAnswer, withToolCall } from './turn-progress.js';

function answered(fields: Partial<AnsweredCall> = {}): AnsweredCall {
  return {
    outcome: 'answered',
    text: '',
    reasoning: null,
    toolCalls: [],
    usage: noUsage,
    finishReason: 'stop',
    servedBy: { providerId: 'provider', modelId: 'one' },
    attemptedRoutes: [],
    ...fields,
  };
}

const broken: FailedCall = {
  outcome: 'failed',
  error: 'all model routes failed: provider/one: cut',
  usage: { tokensIn: 10, tokensOut: 5, costUsd: 0.5, estimated: true },
  attemptedRoutes: ['provider/one: cut'],
};

const after = (...answers: Parameters<typeof withAnswer>[1][]) =>
  answers.reduce(withAnswer, noProgress);

describe('the text of a turn', () => {
  it('joins what its calls said with a blank line and leaves out those that said nothing', () => {
    const { text } = after(answered({ text: 'one' }), answered(), answered({ text: 'two' }));
    expect(text).toBe('one\n\ntwo');
  });

  it('keeps what was said when a later call fails', () => {
    expect(after(answered({ text: 'one' }), broken).text).toBe('one');
  });

  it('holds what a broken call had said before it broke off', () => {
    const cut = { ...broken, text: 'tw', reasoning: 'so' };
    const { text, reasoning, servedBy } = after(answered({ text: 'one' }), cut);
    expect({ text, reasoning }).toEqual({ text: 'one\n\ntw', reasoning: 'so' });
    expect(servedBy).toEqual({ providerId: 'provider', modelId: 'one' });
  });
});

describe('the reasoning of a turn', () => {
  it('runs on from call to call, and is null only while none was shown', () => {
    const silent = answered();
    expect(after(silent, silent).reasoning).toBeNull();
    const thoughts = ['if ', 'so'].map((reasoning) => answered({ reasoning }));
    expect(after(silent, ...thoughts, silent).reasoning).toBe('if so');
  });
});

describe('what a turn has used', () => {
  it('is the sum of its calls, of the broken one too, estimated once one was', () => {
    const usage = { tokensIn: 100, tokensOut: 20, costUsd: 1.5, reasoningTokens: 7 };
    expect(after(answered({ usage }), broken).usage).toEqual({
      tokensIn: 110,
      tokensOut: 25,
      costUsd: 2,
      estimated: true,
      reasoningTokens: 7,
    });
  });

  it('names the route that served last, and every one that failed on the way', () => {
    const two = answered({
      servedBy: { providerId: 'provider', modelId: 'two' },
      attemptedRoutes: ['provider/one: busy'],
    });
    const progress = after(answered(), two, broken);
    expect(progress.servedBy?.modelId).toBe('two');
    expect(progress.attemptedRoutes).toEqual(['provider/one: busy', 'provider/one: cut']);
  });
});

describe('the tools of a turn', () => {
  it('are kept in order, and the files they touched once', () => {
    const paths = fc.array(fc.constantFrom('a', 'b', 'c'));
    fc.assert(
      fc.property(fc.array(paths), (touched) => {
        const calls = touched.map((affectsPaths, index) =>
          sampleToolCall({ id: `${index}`, affectsPaths }),
        );
        const progress = calls.reduce((so, call) => withToolCall(so, call), noProgress);
        expect(progress.toolCalls).toEqual(calls);
        expect(progress.wroteFiles).toEqual([...new Set(touched.flat())]);
      }),
    );
  });
});

describe('the facts that tools showed a turn', () => {
  it('are all remembered while it goes on, and are no part of its record', () => {
    const call = sampleToolCall();
    const progress = withToolCall(withToolCall(noProgress, call, ['f1']), call, ['f2', 'f1']);
    expect(progress.factIds).toEqual(['f1', 'f2', 'f1']);
    const record = settledTurn(sampleTurn(), progress, { status: 'done', error: null }, 9000);
    expect(record).not.toHaveProperty('factIds');
  });
});

describe('the skills of a turn', () => {
  it('are the one it was shown, and those that the employee read', () => {
    const loaded = { skillId: 'testing', via: 'task-class', reason: 'made for it' } as const;
    const read = (id: string, status: 'ok' | 'error' = 'ok') =>
      sampleToolCall({ name: 'read_skill', argumentsJson: JSON.stringify({ id }), status });
    const calls = [read('debugging'), read('gone', 'error'), read('testing'), read('debugging')];
    const progress = calls.reduce((so, call) => withToolCall(so, call), noProgress);
    const ending = { status: 'done', error: null } as const;
    const { skills } = settledTurn(sampleTurn({ skills: [loaded] }), progress, ending, 9000);
    expect(skills).toEqual([
      loaded,
      { skillId: 'debugging', via: 'model-choice', reason: 'the employee read it' },
    ]);
  });
});

describe('settledTurn', () => {
  const running = sampleTurn({ status: 'running', endedAt: null, text: '', usage: noUsage });

  it('puts everything produced on the record, whatever the ending', () => {
    const progress = withToolCall(
      after(answered({ text: 'half', reasoning: 'why', usage: { ...noUsage, costUsd: 1 } })),
      sampleToolCall({ affectsPaths: ['a.ts'] }),
    );
    const record = settledTurn(running, progress, { status: 'failed', error: 'cut' }, 9000);
    expect(record).toMatchObject({
      id: running.id,
      route: running.route,
      skills: running.skills,
      status: 'failed',
      error: 'cut',
      endedAt: 9000,
      text: 'half',
      reasoning: 'why',
      wroteFiles: ['a.ts'],
      usage: { costUsd: 1 },
      servedBy: { providerId: 'provider', modelId: 'one' },
    });
    expect(record.toolCalls).toHaveLength(1);
    expect(record).not.toHaveProperty('attemptedRoutes');
  });

  it('leaves out who served it when nobody did', () => {
    const record = settledTurn(running, after(broken), { status: 'failed', error: 'cut' }, 9000);
    expect(record).not.toHaveProperty('servedBy');
    expect(record.attemptedRoutes).toEqual(['provider/one: cut']);
  });
});
