import { beforeEach, describe, expect, it } from '@jest/globals';
import { aSession } from '../../../../test/runs/support/a-session.js';
import { aTurnRequest } from '../../../../test/runs/support/a-turn-at-work.js';
import { sampleOrg } from '../../../../test/runs/support/sample-role.js';
import { sampleRun, sampleTurn } from '../../../../test/support/sample-records.js';
import type { TurnMemory } from '../../../memory/turn-memory.js';
import type { StorePatience } from '../../../platform/database/store-patience.js';
import type { ModelsService } from '../../../models/models.service.js';
import type { SkillsService } from '../../../skills/skills.service.js';
import type { ToolGrants } from '../../../tools/tool-grants.js';
import type { ToolRegistry } from '../../../tools/tool-registry.js';
import type { WorkspacesService } from '../../../workspaces/workspaces.service.js';
import { FloorSlots } from '../floor-slots.js';
import { RunHalted, type RunSession } from '../journal/run-session.js';
import type { Prompt, ToolLoop } from './tool-loop.js';
import type { TurnAtWork } from './turn-at-work.js';
import type { TurnBeginning } from './turn-beginning.js';
import { TurnRunner } from './turn-runner.js';
import type { TurnSettlement } from './turn-settlement.js';

const request = aTurnRequest();
const begun = [{ key: request.key, state: 'started', value: {} }] as const;

describe('a turn from its place on the floor to its record', () => {
  let slots: FloorSlots;
  /** What was done, in order. */
  let done: string[];
  let prompt: Prompt | undefined;
  let whileTalking: () => void | Promise<void>;

  beforeEach(() => {
    slots = new FloorSlots();
    slots.useLimit(() => 1);
    done = [];
    prompt = undefined;
    whileTalking = () => {};
  });

  function runner(floorExists = true): TurnRunner {
    const floor = { id: 'default', skillIds: [], org: sampleOrg([request.role]) };
    const beginning = {
      begin: async () => {
        done.push('begin');
        return sampleTurn({ status: 'running' });
      },
    };
    const loop = {
      run: async (_: TurnAtWork, asked: Prompt) => {
        done.push('talk');
        prompt = asked;
        await whileTalking();
        return {};
      },
    };
    const settlement = {
      settle: async (turn: TurnAtWork) => {
        done.push('settle');
        return turn.record;
      },
    };
    const memory = {
      index: async () => {
        done.push('remember');
        return { query: 'q', facts: [], total: 3 };
      },
    };
    return new TurnRunner(
      slots,
      beginning as unknown as TurnBeginning,
      loop as unknown as ToolLoop,
      settlement as unknown as TurnSettlement,
      memory as unknown as TurnMemory,
      { persist: (work: () => Promise<unknown>) => work() } as unknown as StorePatience,
      { callable: () => null } as unknown as ModelsService,
      { all: () => [] } as unknown as SkillsService,
      { get: () => undefined } as unknown as ToolRegistry,
      { arrived: async () => {}, grantedTo: () => [] } as unknown as ToolGrants,
      { find: () => (floorExists ? floor : undefined) } as unknown as WorkspacesService,
    );
  }

  const placeIsFree = async (): Promise<boolean> => {
    const slot = await slots.acquire('default', AbortSignal.timeout(1));
    slot?.release();
    return slot !== null;
  };

  it('begins, remembers, talks and settles, and gives its place back', async () => {
    expect(await runner().run(aSession(), request)).toMatchObject({ status: 'running' });
    expect(done).toEqual(['begin', 'remember', 'talk', 'settle']);
    expect(prompt?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
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

  it('is shown the facts it was shown before a crash', async () => {
    const value = { query: 'q', facts: [], total: 7 };
    const session = aSession({
      steps: [...begun, { key: `${request.key}/memory`, state: 'settled', value }],
    });
    await runner().run(session, request);
    expect(done).not.toContain('remember');
    expect(prompt?.note.value).toEqual(value);
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
      whileTalking = () => {
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
