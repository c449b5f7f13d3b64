import { describe, expect, it } from '@jest/globals';
import { aModel } from '#test/support/models/a-model.js';
import { simulatedEstimates } from '#test/support/models/estimates.js';
import { openStore } from '#test/runs/support/open-store.js';
import { ScriptedCaller } from '#test/runs/support/scripted-caller.js';
import { StoredRuns } from '#test/runs/support/stored-runs.js';
import { sampleTurn } from '#test/support/sample-records.js';
import { noUsage } from '#models/gateway/usage.js';
import { remainingUsd } from './budget.js';
import type { EmployeesService } from '#workspaces/employees/employees.service.js';
import type { RunSession } from '../../journal/run-session.js';
import { ModelCalls } from './model-calls.js';

const key = 's/dev/m1';

describe('[defects] 4: a call that a crash cuts off again and again', () => {
  const opened = openStore('sqlite');

  async function office() {
    const runs = new StoredRuns(opened());
    const { bus, clock } = runs.store;
    const session = await runs.begin({ budget: { limitUsd: 10, spentUsd: 0 } });
    const caller = new ScriptedCaller();
    const employees = {} as EmployeesService;
    const calls = new ModelCalls(
      runs.once,
      runs.journal,
      caller,
      simulatedEstimates(),
      bus,
      clock,
      employees,
    );
    /** Its single input token costs ten cents. */
    const ask = (of: RunSession): Promise<unknown> =>
      calls.ask(of, {
        key,
        turn: sampleTurn(),
        messages: [{ role: 'user', content: 'long' }],
        tools: [],
        ceiling: { tokensOutMax: 10, models: [aModel({ costPerMTokIn: 1e5, costPerMTokOut: 0 })] },
      });
    /** Ends the process during the call; returns the run as the next process finds it. */
    const dieIn = async (of: RunSession): Promise<RunSession> => {
      const made = caller.calls.length + 1;
      void ask(of).catch(() => undefined);
      await caller.made(made);
      return runs.loader.load(await runs.takeOver(session.run.id));
    };
    return { runs, session, caller, calls, ask, dieIn };
  }

  it('is recorded before it is made, with what it costs if nothing more is heard of it', async () => {
    const { session, calls, dieIn } = await office();
    const next = await dieIn(session);
    expect(remainingUsd(next.budget)).toBeCloseTo(9.9);
    expect(calls.lost(next, key)).toMatchObject({ costUsd: 0.1, estimated: true });
  });

  it('is made three times at most; then the turn fails, says so, and all of them are paid', async () => {
    const { session, caller, ask, dieIn } = await office();
    let current = session;
    for (let attempt = 1; attempt <= 3; attempt++) {
      current = await dieIn(current);
      expect(remainingUsd(current.budget)).toBeCloseTo(10 - 0.1 * attempt);
    }
    expect(await ask(current)).toMatchObject({
      outcome: 'failed',
      error:
        'The call to the model was cut off 3 times by a restart of the service; it is not made again.',
      usage: { tokensIn: 3, estimated: true },
    });
    expect(caller.calls).toHaveLength(3);
  });

  it('takes back what it had streamed, with the first output of the next attempt', async () => {
    const { session, caller, ask, dieIn } = await office();
    const next = await dieIn(session);
    void ask(next).catch(() => undefined);
    await caller.made(2);
    expect(caller.calls.map(({ call }) => call.isAgain)).toEqual([undefined, true]);
  });

  it('is paid with its answer when it is answered at last', async () => {
    const { session, caller, ask, dieIn } = await office();
    const next = await dieIn(session);
    const answer = ask(next);
    await caller.made(2);
    caller.calls.at(-1)?.answer({ usage: { ...noUsage, costUsd: 0.5 } });
    expect(await answer).toMatchObject({ usage: { costUsd: 0.6, tokensIn: 1, estimated: true } });
    expect(remainingUsd(next.budget)).toBeCloseTo(9.4);
  });

  it('does not count an attempt that a clean shutdown ends', async () => {
    const { runs, session, caller, ask, dieIn } = await office();
    let current = session;
    for (let stop = 1; stop <= 4; stop++) {
      const answer = ask(current);
      await caller.made(stop);
      current.halt();
      await expect(answer).rejects.toThrow('was halted');
      current = await runs.loader.load(await runs.takeOver(session.run.id));
    }
    expect(remainingUsd(current.budget)).toBe(10);
    expect(remainingUsd((await dieIn(current)).budget)).toBeCloseTo(9.9);
  });
});
