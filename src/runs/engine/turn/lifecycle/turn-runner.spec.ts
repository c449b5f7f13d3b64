import { beforeEach, describe, expect, it } from '@jest/globals';
import { aSession } from '#test/runs/support/a-session.js';
import { aTurnRequest } from '#test/runs/support/an-active-turn.js';
import { aRecordedTurn, begunTurn } from '#test/runs/support/steps.js';
import { LimitedSlots } from '#test/runs/support/turn-slots.js';
import { sampleRun, sampleTurn } from '#test/support/sample-records.js';
import type { ToolGrants } from '#tools/tool-grants.js';
import { RunHalted, type RunSession } from '../../journal/run-session.js';
import type { PromptAssembler } from '../context/prompt-assembler.js';
import type { TurnContext, TurnPrompt } from '../context/turn-plan.js';
import type { ModelCalls } from './model-calls.js';
import type { ToolLoop } from './tool-loop.js';
import type { ActiveTurn } from './active-turn.js';
import type { TurnRecords } from './turn-records.js';
import { TurnRunner } from './turn-runner.js';
import type { TurnSlots } from '#runs/queue/turn-slots.js';

const request = aTurnRequest();
const begun = [begunTurn(request.key)];

describe('a turn from its place on the floor to its record', () => {
  let slots: TurnSlots;
  /** Effects in order. */
  let done: string[];
  /** The facts shown to the model. */
  let shown: unknown;
  let duringCall: () => void | Promise<void>;

  beforeEach(() => {
    slots = new LimitedSlots(1).slots;
    done = [];
    shown = undefined;
    duringCall = () => {};
  });

  function runner(floorExists = true): TurnRunner {
    const records = {
      recordedStart: ({ steps }: RunSession, key: string) =>
        steps.has(key) ? aRecordedTurn({ memory: { query: 'q', facts: [], total: 7 } }) : null,
      begin: async () => {
        done.push('begin');
        return sampleTurn({ status: 'running' });
      },
      resume: async () => {
        done.push('resume');
        return sampleTurn({ status: 'running' });
      },
      settle: async (turn: ActiveTurn) => {
        done.push('settle');
        return turn.record;
      },
    };
    const loop = {
      run: async (turn: ActiveTurn) => {
        done.push('talk');
        shown = turn.memory.total;
        await duringCall();
        return {};
      },
    };
    const context = {
      schemasOf: () => [],
      reasons: () => false,
      toolsOf: () => [],
      plan: () => {
        if (!floorExists) throw new Error('the floor default is gone');
        return aRecordedTurn();
      },
      remember: async () => {
        done.push('remember');
        return { query: 'q', facts: [], total: 3 };
      },
    };
    const prompts = {
      assemble: (): TurnPrompt => ({
        room: 1000,
        messages: [],
        tools: [],
        ceiling: { tokensOutMax: 1, models: [] },
      }),
    };
    return new TurnRunner(
      slots,
      { arrived: async () => {}, grantedTo: () => [] } as unknown as ToolGrants,
      context as unknown as TurnContext,
      prompts as unknown as PromptAssembler,
      records as unknown as TurnRecords,
      { first: () => ({}) } as unknown as ModelCalls,
      loop as unknown as ToolLoop,
    );
  }

  const placeIsFree = async (): Promise<boolean> => {
    const slot = await slots.acquire('default', AbortSignal.timeout(1));
    slot?.release();
    return slot !== null;
  };

  it('remembers, begins, talks and settles, and gives its place back', async () => {
    expect(await runner().run(aSession(), request)).toMatchObject({ status: 'running' });
    expect(done).toEqual(['remember', 'begin', 'talk', 'settle']);
    expect(shown).toBe(3);
    expect(await placeIsFree()).toBe(true);
  });

  it('waits until there is a place', async () => {
    const taken = await slots.acquire('default', new AbortController().signal);
    const running = runner().run(aSession(), request);
    await new Promise((resolve) => setImmediate(resolve));
    expect(done).toEqual([]);
    taken?.release();
    await running;
    expect(done).toContain('settle');
  });

  it('is not taken again once it is recorded', async () => {
    const settled = sampleTurn();
    const session = aSession({ turns: [[request.key, settled]], cancelRequested: true });
    expect(await runner().run(session, request)).toBe(settled);
    expect(done).toEqual([]);
  });

  it('goes on after a crash with the facts it was shown before', async () => {
    await runner().run(aSession({ steps: begun }), request);
    expect(done).toEqual(['resume', 'talk', 'settle']);
    expect(shown).toBe(7);
  });

  describe('of a run that was cancelled', () => {
    it('does not begin', async () => {
      expect(await runner().run(aSession({ cancelRequested: true }), request)).toBeNull();
      expect(done).toEqual([]);
    });

    it('is settled when it had begun before a crash, though the floor is full', async () => {
      const taken = await slots.acquire('default', new AbortController().signal);
      const session = aSession({ cancelRequested: true, steps: begun });
      expect(await runner().run(session, request)).not.toBeNull();
      expect(done).toContain('settle');
      taken?.release();
      expect(await placeIsFree()).toBe(true);
    });
  });

  describe('that cannot go on', () => {
    const halting = (session: RunSession) => {
      duringCall = () => {
        session.halt();
        throw new RunHalted(session.run.id);
      };
      return session;
    };

    it('leaves its place when its process must let the run go', async () => {
      await expect(runner().run(halting(aSession()), request)).rejects.toThrow(RunHalted);
      expect(done).not.toContain('settle');
      expect(await placeIsFree()).toBe(true);
    });

    it('does not begin in a session that was halted', async () => {
      const session = aSession({ steps: begun });
      session.halt();
      await expect(runner().run(session, request)).rejects.toThrow(RunHalted);
      expect(done).toEqual([]);
    });

    it('leaves its place when the floor is gone', async () => {
      const session = aSession({ run: sampleRun({ workspaceId: 'default' }) });
      await expect(runner(false).run(session, request)).rejects.toThrow(
        'the floor default is gone',
      );
      expect(await placeIsFree()).toBe(true);
    });
  });
});
