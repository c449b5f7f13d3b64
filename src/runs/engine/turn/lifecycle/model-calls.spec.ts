import { describe, expect, it } from '@jest/globals';
import { aModel } from '#test/support/models/a-model.js';
import { simulatedEstimates } from '#test/support/models/estimates.js';
import { openStore } from '#test/runs/support/open-store.js';
import { ScriptedCaller } from '#test/runs/support/scripted-caller.js';
import { StoredRuns } from '#test/runs/support/stored-runs.js';
import { sampleTurn } from '#test/support/sample-records.js';
import { ModelCallFailure } from '#models/gateway/model-call.js';
import { noUsage } from '#models/gateway/usage.js';
import type { EmployeesService } from '#workspaces/employees/employees.service.js';
import { remainingUsd } from './budget.js';
import { RunHalted, type RunSession } from '../../journal/run-session.js';
import { type RecordedAnswer, modelCallStep } from '../../journal/recorded.js';
import { ModelCalls } from './model-calls.js';

type ModelAsk = Parameters<ModelCalls['ask']>[1];

/** Nobody waits for a limit here. */
const nobody = {} as EmployeesService;

/** Lets everything run that can run now. */
async function settle(): Promise<void> {
  // A commit of the in-memory store takes a few turns of the event loop.
  for (let round = 0; round < 50; round++) await new Promise((resolve) => setImmediate(resolve));
}

/** The recorded answer of the call `s/a/m1`. */
function answerIn({ steps }: RunSession): RecordedAnswer | null {
  const found = steps.find(modelCallStep, 's/a/m1');
  return 'result' in found ? found.result : null;
}

const usage = (costUsd: number) => ({ ...noUsage, costUsd });

/** One dollar per thousand output tokens; input is free. */
const ceiling = (tokensOutMax: number, costPerMTokIn = 0, costPerMTokOut = 1000) => ({
  tokensOutMax,
  models: [aModel({ costPerMTokIn, costPerMTokOut })],
});

describe('asking a model', () => {
  const opened = openStore('sqlite');

  /** A run with this ceiling and functions to make calls. */
  async function office(limitUsd: number) {
    const runs = new StoredRuns(opened());
    const { bus, clock } = runs.store;
    const session = await runs.begin({ budget: { limitUsd, spentUsd: 0 } });
    const caller = new ScriptedCaller();
    const calls = new ModelCalls(
      runs.once,
      runs.journal,
      caller,
      simulatedEstimates(),
      bus,
      clock,
      nobody,
    );
    const ask = (name: string, tokensOutMax = 1000, fields: Partial<ModelAsk> = {}) =>
      calls.ask(session, {
        key: `s/${name}/m1`,
        turn: sampleTurn({ id: `turn_${name}` }),
        messages: [{ role: 'user', content: name }],
        tools: [],
        ceiling: ceiling(tokensOutMax),
        ...fields,
      });
    return { runs, session, caller, calls, ask };
  }

  describe('the money of turns side by side', () => {
    it('is reserved for each, and none of it is lost', async () => {
      const { session, caller, ask } = await office(10);
      const names = Array.from({ length: 8 }, (_, index) => `dev ${index}`);
      const answers = names.map((name) => ask(name));
      await settle();
      expect(caller.prompts).toEqual(names);
      expect(session.budget.holds.reduce((sum, { usd }) => sum + usd, 0)).toBeCloseTo(8);
      for (const name of names) caller.of(name).answer({ usage: usage(0.25) });
      await Promise.all(answers);
      expect(session.budget.holds.every(({ known }) => known)).toBe(true);
      expect(remainingUsd(session.budget)).toBeCloseTo(10 - 8 * 0.25);
    });

    it('makes a call wait that does not fit beside the others, until one of them has ended', async () => {
      const { caller, ask } = await office(2.5);
      const answers = ['a', 'b', 'c', 'd'].map((name) => ask(name));
      await settle();
      expect(caller.prompts).toEqual(['a', 'b']);
      caller.of('b').answer({ usage: usage(0.1) });
      await settle();
      expect(caller.prompts).toEqual(['a', 'b', 'c']);
      caller.of('a').answer({ usage: usage(0.1) });
      await settle();
      expect(caller.prompts).toEqual(['a', 'b', 'c', 'd']);
      for (const { call } of caller.calls) expect(call.maxOutputTokens).toBe(1000);
      for (const made of caller.calls) made.answer();
      await Promise.all(answers);
    });

    it('admits waiting calls first in, first out', async () => {
      const { caller, ask } = await office(2.5);
      const answers = [ask('large', 2000), ask('waits', 1000), ask('would fit', 100)];
      await settle();
      expect(caller.prompts).toEqual(['large']);
      caller.of('large').answer({ usage: usage(0.5) });
      await settle();
      expect(caller.prompts).toEqual(['large', 'waits', 'would fit']);
      for (const made of caller.calls) made.answer();
      await Promise.all(answers);
    });

    it('cuts the answer of a call that is alone to what is left', async () => {
      const { caller, ask } = await office(0.6);
      const answer = ask('a');
      await settle();
      expect(caller.of('a').call.maxOutputTokens).toBe(600);
      expect(caller.of('a').call.reservation?.usd).toBeCloseTo(0.6);
      caller.of('a').answer();
      await answer;
    });

    it('refuses those who waited when the others have spent it all', async () => {
      const { caller, ask } = await office(1);
      const [first, second] = [ask('first', 2000), ask('second')];
      await settle();
      caller.of('first').answer({ usage: usage(1) });
      await first;
      expect(await second).toMatchObject({
        outcome: 'failed',
        error: 'Run budget of $1.00 has been exhausted.',
        usage: noUsage,
      });
      expect(caller.prompts).toEqual(['first']);
    });

    it('counts what a broken call is known to have cost, and lets the next one go', async () => {
      const { session, caller, ask } = await office(1);
      const [first, second] = [ask('first', 2000), ask('second')];
      await settle();
      const cut = { attemptedRoutes: ['provider/one: cut'], usage: usage(0.4), cancelled: false };
      caller.of('first').fail(new ModelCallFailure('all model routes failed: cut', cut));
      expect(await first).toMatchObject({ outcome: 'failed', usage: usage(0.4) });
      await settle();
      expect(caller.of('second').call.maxOutputTokens).toBe(600);
      caller.of('second').answer({ usage: usage(0.1) });
      await second;
      expect(remainingUsd(session.budget)).toBeCloseTo(0.5);
    });

    it('reckons with the schemas of tools, which are sent with every call', async () => {
      const { session, ask, caller } = await office(10);
      const tool = { name: 't', description: 'x'.repeat(4000), parameters: {} };
      const answer = ask('a', 1, { tools: [tool], ceiling: ceiling(1, 1000, 0) });
      await settle();
      expect(session.budget.holds[0]?.usd).toBeGreaterThan(1);
      caller.of('a').answer();
      await answer;
    });
  });

  describe('work that must stop', () => {
    it('cancelling a run settles every waiting call', async () => {
      const { session, caller, ask } = await office(1);
      const answers = ['a', 'b', 'c'].map((name) => ask(name));
      await settle();
      expect(caller.prompts).toEqual(['a']);
      session.cancel();
      for (const answer of await Promise.all(answers)) {
        expect(answer).toMatchObject({ outcome: 'failed' });
      }
    });

    it('a halted session throws through everyone who called or waited', async () => {
      const { session, ask } = await office(1);
      const answers = ['a', 'b', 'c'].map((name) => ask(name));
      await settle();
      session.halt();
      for (const outcome of await Promise.allSettled(answers)) {
        expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'RunHalted' } });
      }
      await expect(ask('late')).rejects.toThrow(RunHalted);
    });
  });

  describe('a call that ends while the run is let go', () => {
    const cutOff = (costUsd: number) =>
      new ModelCallFailure('cut', {
        attemptedRoutes: [],
        usage: usage(costUsd),
        cancelled: true,
      });
    /** The run as the next process finds it. */
    const foundBy = async (runs: StoredRuns, { run }: RunSession): Promise<RunSession> =>
      runs.loader.load(await runs.takeOver(run.id));

    it('leaves its answer to the next process', async () => {
      const { runs, session, caller, ask } = await office(10);
      const answer = ask('a');
      await settle();
      caller.of('a').answer({ text: 'paid for', usage: usage(0.25) });
      session.halt();
      await expect(answer).rejects.toThrow(RunHalted);
      const next = await foundBy(runs, session);
      expect(answerIn(next)).toMatchObject({ text: 'paid for' });
      expect(remainingUsd(next.budget)).toBeCloseTo(9.75);
    });

    it('leaves what it has cost when it was cut off, every time', async () => {
      const { runs, session, caller, calls } = await office(10);
      let current = session;
      for (const name of ['once', 'twice']) {
        const answer = calls.ask(current, {
          key: 's/a/m1',
          turn: sampleTurn(),
          messages: [{ role: 'user', content: name }],
          tools: [],
          ceiling: ceiling(1000),
        });
        await settle();
        caller.of(name).fail(cutOff(0.25));
        current.halt();
        await expect(answer).rejects.toThrow(RunHalted);
        current = await foundBy(runs, current);
      }
      expect(answerIn(current)).toBeNull();
      expect(calls.lost(current, 's/a/m1')).toMatchObject({ costUsd: 0.5 });
      expect(remainingUsd(current.budget)).toBeCloseTo(9.5);
    });

    it('leaves nothing where it has cost nothing', async () => {
      const { runs, session, caller, calls, ask } = await office(10);
      const answer = ask('a');
      await settle();
      caller.of('a').fail(cutOff(0));
      session.halt();
      await expect(answer).rejects.toThrow(RunHalted);
      const next = await foundBy(runs, session);
      expect(calls.lost(next, 's/a/m1')).toEqual(noUsage);
      expect(remainingUsd(next.budget)).toBe(10);
    });

    it('leaves nothing when it only waited for money', async () => {
      const { runs, session, calls, ask } = await office(1);
      const dear = { ceiling: ceiling(1000, 1e5) };
      const [first, waiting] = [ask('a', 2000), ask('b', 1000, dear)];
      await settle();
      session.halt();
      await Promise.allSettled([first, waiting]);
      expect(calls.lost(await foundBy(runs, session), 's/b/m1')).toEqual(noUsage);
    });

    it('leaves nothing to a run that another works on already', async () => {
      const { runs, session, caller, calls, ask } = await office(10);
      const answer = ask('a');
      await settle();
      const lease = await runs.takeOver(session.run.id);
      caller.of('a').fail(cutOff(1));
      session.halt();
      await expect(answer).rejects.toThrow(RunHalted);
      const next = await runs.loader.load(lease);
      expect(calls.lost(next, 's/a/m1')).not.toMatchObject({ costUsd: 1 });
    });
  });

  describe('an answer', () => {
    it('that is recorded is not asked for again', async () => {
      const { session, caller, calls, ask } = await office(10);
      const first = ask('a');
      await settle();
      caller.of('a').answer({ usage: usage(0.25) });
      const answer = await first;
      await calls.record(session, 's/a/m1', answer);
      expect(await ask('a')).toEqual(answer);
      expect(caller.calls).toHaveLength(1);
    });

    it('[defects] 9: keeps the ids of the provider, which go back to it, and makes up none but missing ones', async () => {
      const { caller, ask } = await office(10);
      const answer = ask('a');
      await settle();
      const toolCalls = ['', 'call_7'].map((id) => ({ id, name: 'think', argumentsJson: '{}' }));
      caller.of('a').answer({ toolCalls });
      expect(await answer).toMatchObject({ toolCalls: [{ id: 'call_0' }, { id: 'call_7' }] });
    });

    it('is streamed as it comes, under the id of its turn', async () => {
      const { caller, ask } = await office(10);
      const answer = ask('a');
      await settle();
      caller.of('a').call.onDelta?.('do');
      caller.of('a').call.onReasoning?.('hm');
      caller.of('a').answer();
      await answer;
      expect(opened().events).toMatchObject([
        { type: 'turn.delta', turnId: 'turn_a', text: 'do' },
        { type: 'turn.reasoning', turnId: 'turn_a', text: 'hm' },
      ]);
      for (const event of opened().events) expect(event).not.toHaveProperty('seq');
    });

    it('that begins anew replaces what was streamed before, for clients and in the record', async () => {
      const { caller, ask } = await office(10);
      const answer = ask('a');
      await settle();
      const { onDelta, onReasoning } = caller.of('a').call;
      onReasoning?.('hm');
      onDelta?.('of the first route');
      onDelta?.('of the', true);
      onDelta?.(' second');
      caller.of('a').fail(new Error('cut'));
      expect(await answer).toMatchObject({ outcome: 'failed', text: 'of the second' });
      expect(await answer).not.toHaveProperty('reasoning');
      const restarts = opened().events.map((event) => 'restart' in event && event.restart);
      expect(restarts).toEqual([false, false, true, false]);
    });

    it('that never came because something broke is a failure with its reason', async () => {
      const { caller, ask } = await office(10);
      const answer = ask('a');
      await settle();
      caller.of('a').fail(new TypeError('x is not a function'));
      expect(await answer).toEqual({
        outcome: 'failed',
        error: 'x is not a function',
        usage: noUsage,
        attemptedRoutes: [],
      });
    });
  });
});
