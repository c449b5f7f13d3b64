import { beforeEach, describe, expect, it } from '@jest/globals';
import { openStore } from '#test/runs/support/open-store.js';
import { putStep } from '#test/runs/support/steps.js';
import { StoredRuns } from '#test/runs/support/stored-runs.js';
import { sampleToolCall } from '#test/support/sample-records.js';
import { testDatabases } from '#test/support/test-databases.js';
import { RunHalted, type RunSession } from './run-session.js';
import { type ToolAttempts, type ToolOutcome, toolCallStep } from './recorded.js';
import type { Step, StepWork } from './steps.js';

const step: Step<ToolAttempts, ToolOutcome> = { kind: toolCallStep, key: 's/dev/m1/t0' };
const saying = (content: string): ToolOutcome => ({
  record: sampleToolCall(),
  content,
  factIds: [],
});

describe.each(testDatabases)('an effect as a step, on $name', ({ url }) => {
  const opened = openStore(url);
  let runs: StoredRuns;
  let session: RunSession;
  /** Effects in order, each with the step's stored state at that moment. */
  let done: string[];

  beforeEach(async () => {
    runs = new StoredRuns(opened());
    session = await runs.begin();
    done = [];
  });

  const stored = async (): Promise<string> => {
    const [row] = await runs.steps.ofRun(session.run.id);
    return row === undefined ? 'nothing' : `${row.state} ${JSON.stringify(row.value)}`;
  };

  function work(fields: Partial<StepWork<ToolAttempts, ToolOutcome>> = {}) {
    return {
      open: (before: ToolAttempts | null) => ({ attempt: (before?.attempt ?? 0) + 1 }),
      cutOff: () => null,
      effect: async ({ attempt }: ToolAttempts) => {
        done.push(`attempt ${attempt} over ${await stored()}`);
        return saying(`done in attempt ${attempt}`);
      },
      settling: () => void done.push('settling'),
      ...fields,
    };
  }

  const once = (fields: Partial<StepWork<ToolAttempts, ToolOutcome>> = {}, of = session) =>
    runs.once.once(of, step, work(fields));
  /** Ends the process in this state, and continues the run. */
  async function dieIn(state: 'started' | 'awaiting', attempt = 1): Promise<void> {
    await runs.journal.commit(session, (commit) => putStep(commit, step.key, state, { attempt }));
    session = await runs.load(session.run);
  }

  it('is entered after a commit that says so, and not again once its result is stored', async () => {
    expect((await once()).content).toBe('done in attempt 1');
    session = await runs.load(session.run);
    expect((await once()).content).toBe('done in attempt 1');
    expect(done).toEqual(['attempt 1 over started {"attempt":1}', 'settling']);
  });

  it('needs no commit of its own when the one before announced it', async () => {
    await runs.journal.commit(session, (commit) => runs.once.start(commit, step, { attempt: 1 }));
    await once({ entering: () => void done.push('entering') });
    expect(done).toEqual(['attempt 1 over started {"attempt":1}', 'settling']);
  });

  it('is another attempt after a crash, which a commit says before it is made', async () => {
    await dieIn('started');
    await once({ entering: () => void done.push('entering') });
    expect(done).toEqual(['entering', 'attempt 2 over started {"attempt":2}', 'settling']);
  });

  it('is interrupted when it may not be made again', async () => {
    await dieIn('started', 3);
    const cutOff = ({ attempt }: ToolAttempts) => saying(`cut off in attempt ${attempt}`);
    expect((await once({ cutOff })).content).toBe('cut off in attempt 3');
    expect(done).toEqual(['settling']);
    expect(await stored()).toMatch(/^interrupted /);
  });

  it('[defects] 1: that waited for a person has started again before it is entered', async () => {
    await dieIn('awaiting');
    await once({ cutOff: () => saying('never told: it has not acted') });
    expect(done).toEqual(['attempt 1 over started {"attempt":1}', 'settling']);
  });

  it('comes to something without being entered where that is not allowed', async () => {
    await once({ instead: saying('denied') });
    expect(done).toEqual(['settling']);
    expect(await stored()).toMatch(/^settled /);
  });

  it('is not entered when its process lets the run go after the commit', async () => {
    const entering = (): void => session.halt();
    const unused = async (): Promise<void> => void done.push('unused');
    await expect(once({ entering, unused })).rejects.toThrow(RunHalted);
    expect(done).toEqual(['unused']);
  });

  it('that ends while its process lets the run go is not settled', async () => {
    const effect = async (): Promise<ToolOutcome> => {
      session.halt();
      return saying('done');
    };
    await expect(once({ effect })).rejects.toThrow(RunHalted);
    expect(await stored()).toBe('started {"attempt":1}');
  });
});
