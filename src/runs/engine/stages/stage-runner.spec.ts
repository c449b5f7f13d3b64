import { beforeEach, describe, expect, it } from '@jest/globals';
import { aSession } from '#test/runs/support/a-session.js';
import { sampleOrg, sampleRole } from '#test/runs/support/sample-role.js';
import { begunTurn } from '#test/runs/support/steps.js';
import { sampleRun, sampleStage, sampleTurn } from '#test/support/sample-records.js';
import { SystemClock } from '#platform/clock.js';
import { OfficeLogger } from '#platform/logging/office-logger.js';
import type { Role, Workspace } from '#protocol/records/organisation.js';
import type { StageRun, StageSpec, TurnRecord } from '#protocol/records/work.js';
import { BackgroundCommands } from '#tools/shell/background-commands.js';
import type { WorkspaceFiles } from '#workspaces/workspace-files.js';
import type { RunChecks } from '../checks/run-checks.js';
import type { RunSession } from '../journal/run-session.js';
import type { TurnRequest } from './stage-context.js';
import type { TurnRunner } from '../turn/lifecycle/turn-runner.js';
import { type RunFloors, StageRunner } from './stage-runner.js';

describe('running a stage', () => {
  let asked: string[];
  let lines: string[];
  let earlier: (readonly string[])[];
  let texts: Record<string, string | Partial<TurnRecord>>;

  beforeEach(() => {
    asked = [];
    lines = [];
    earlier = [];
    texts = {};
  });

  function stage(spec: Partial<StageSpec>): StageRun {
    return sampleStage({
      id: 's',
      participantRoleIds: [],
      spec: { kind: 'debate', name: 'The stage', mode: 'debate', roleIds: ['a', 'b'], ...spec },
    });
  }

  /** A runner on a floor with these roles whose turns settle immediately. */
  function runnerOn(roles: readonly Role[], other?: TurnRunner): StageRunner {
    const turns =
      other ??
      ({
        run: async (session: RunSession, request: TurnRequest) => {
          asked.push(request.key);
          const said = texts[request.key] ?? 'said';
          const turn = sampleTurn({
            id: request.key,
            roleId: request.role.id,
            ...(typeof said === 'string' ? { text: said } : said),
          });
          earlier.push(request.continues === undefined ? [] : [request.continues]);
          session.addTurn(request.key, turn);
          return turn;
        },
      } as unknown as TurnRunner);
    const floors = {
      look: async (session: RunSession) => {
        session.floor = { org: sampleOrg(roles) } as unknown as Workspace;
      },
    } as unknown as RunFloors;
    const files = { demand: async () => {} } as unknown as WorkspaceFiles;
    const write = (line: string): void => void lines.push(line);
    const sinks = { out: write, err: write };
    const logger = new OfficeLogger({ clock: new SystemClock(), level: 'debug', sinks });
    return new StageRunner(turns, floors, new BackgroundCommands(), files, {} as RunChecks, logger);
  }

  const [a, b] = [sampleRole('a'), sampleRole('b')];

  it('asks for turns under keys that start with the stage', async () => {
    await runnerOn([a, b]).run(aSession(), stage({ rounds: 1 }));
    expect(asked).toEqual(['s/r1/a', 's/r1/b', 's/closing']);
  });

  it.each([
    ['single', ['s/a']],
    ['parallel', ['s/a', 's/b']],
    ['debate', ['s/r1/a', 's/r1/b', 's/r2/a', 's/r2/b', 's/closing']],
    ['review-loop', ['s/i1/review/b', 's/i1/chair']],
  ] as const)('runs the code of its mode: %s', async (mode, keys) => {
    await runnerOn([a, b]).run(aSession(), stage({ mode }));
    expect(asked).toEqual(keys);
  });

  describe('the participants', () => {
    it('are those that the floor has; of the others it warns', async () => {
      await runnerOn([b]).run(aSession(), stage({ mode: 'parallel' }));
      expect(asked).toEqual(['s/b']);
      expect(lines.join('\n')).toMatch(/WARN \[engine\/stages\] .*"a"/);
    });

    it('take part once, however often the pipeline names them', async () => {
      await runnerOn([a]).run(aSession(), stage({ mode: 'parallel', roleIds: ['a', 'a'] }));
      expect(asked).toEqual(['s/a']);
    });

    it('when there are none, it is an error in the words of the interface', async () => {
      expect(await runnerOn([]).run(aSession(), stage({}))).toEqual({
        turns: [],
        summary: '',
        unresolved: false,
      });
      expect(lines.join('\n')).toContain(
        'ERROR [engine/stages] Stage "The stage" has no resolvable participants.',
      );
    });

    it('the first that the floor has is the author of what the stage leaves', async () => {
      const session = aSession();
      await runnerOn([b]).run(session, stage({}));
      expect(runnerOn([b]).firstParticipant(session, stage({}))).toBe('b');
      session.floor = null;
      expect(runnerOn([b]).firstParticipant(session, stage({}))).toBeNull();
    });
  });

  describe('an employee that hands over to itself', () => {
    const more = 'Half.\n\nStatus: to be continued';
    const single = stage({ mode: 'single' });

    it('gets another turn, which goes on from the one before, until it is done', async () => {
      texts = { 's/a': more, 's/a/c2': { text: more, wroteFiles: ['x'] } };
      const { turns, summary } = await runnerOn([a]).run(aSession(), single);
      expect(asked).toEqual(['s/a', 's/a/c2', 's/a/c3']);
      expect(earlier).toEqual([[], ['s/a'], ['s/a/c2']]);
      expect(turns.map(({ id }) => id)).toEqual(asked);
      expect(summary).toBe('said');
    });

    it('goes on up to the cap of its role; then the result is marked unfinished', async () => {
      texts = { 's/a': more, 's/a/c2': more };
      const twice = sampleRole('a', { displayName: 'Ada', maxTurnsPerStage: 2 });
      const { summary } = await runnerOn([twice]).run(aSession(), single);
      expect(asked).toEqual(['s/a', 's/a/c2']);
      expect(summary).toMatch(/^UNFINISHED: Ada handed over after 2 turn\(s\).*\n\nHalf\./);
    });

    it('whose next turn fails leaves its hand-over, marked unfinished with the reason', async () => {
      texts = { 's/a': more, 's/a/c2': { status: 'failed', error: 'Cut.', text: '' } };
      const { summary } = await runnerOn([a]).run(aSession(), single);
      expect(summary).toMatch(/^UNFINISHED: A handed over, and .* failed: Cut\.\n\nHalf\./);
    });

    it('takes no further turn when the run is to stop, but finishes one that has begun', async () => {
      texts = { 's/a': more };
      const cancelled = aSession({ cancelRequested: true });
      expect((await runnerOn([a]).run(cancelled, single)).summary).toMatch(/^UNFINISHED/);
      const begun = aSession({ cancelRequested: true, steps: [begunTurn('s/a/c2')] });
      expect((await runnerOn([a]).run(begun, single)).summary).toBe('said');
    });

    it('hands the files of all its turns on to those who judge and revise', async () => {
      texts = {
        's/r1/a': { text: more, wroteFiles: ['x'] },
        's/r1/a/c2': { text: 'Done.', wroteFiles: ['y'] },
      };
      const written: (readonly string[])[] = [];
      const turns = {
        run: async (session: RunSession, request: TurnRequest) => {
          written.push(request.knowledge.filesWritten);
          const said = texts[request.key] ?? 'said';
          const fields = typeof said === 'string' ? { text: said } : said;
          const turn = sampleTurn({ id: request.key, roleId: request.role.id, ...fields });
          session.addTurn(request.key, turn);
          return turn;
        },
      } as unknown as TurnRunner;
      await runnerOn([a, b], turns).run(aSession(), stage({ rounds: 1 }));
      expect(written.at(-1)).toEqual(['x', 'y']);
    });
  });

  describe('the cap on the turns of a role', () => {
    it('counts over all rounds, and refuses with a warning that names who, how many and where', async () => {
      const talkative = sampleRole('a', { displayName: 'Ada', maxTurnsPerStage: 1 });
      await runnerOn([talkative, b]).run(aSession(), stage({}));
      expect(asked).toEqual(['s/r1/a', 's/r1/b', 's/r2/b']);
      expect(lines.join('\n')).toContain(
        'WARN [engine/stages] Ada has used all 1 turn(s) allowed in stage "The stage"',
      );
    });

    it('is counted anew in every stage', async () => {
      const runner = runnerOn([sampleRole('a', { maxTurnsPerStage: 1 })]);
      const session = aSession();
      await runner.run(session, stage({ mode: 'single' }));
      await runner.run(session, { ...stage({ mode: 'single' }), id: 't' });
      expect(asked).toEqual(['s/a', 't/a']);
    });
  });

  describe('stopping between turns', () => {
    const broke = (steps: readonly string[] = []): RunSession =>
      aSession({
        run: sampleRun({ budget: { limitUsd: 1, spentUsd: 1 } }),
        steps: steps.map((key) => begunTurn(key)),
      });

    /** The log's lines about it. */
    const said = (): readonly string[] =>
      lines.flatMap((line) => / INFO \[engine\/stages\] (.*)/.exec(line)?.[1] ?? []);

    it('happens when there is no money left', async () => {
      await runnerOn([a, b]).run(broke(), stage({}));
      expect(asked).toEqual([]);
      expect(said()).toEqual(['"The stage" stops: Run budget of $1.00 has been exhausted.']);
    });

    it('happens when the answers of turns at work have used it up', async () => {
      const session = aSession({
        run: sampleRun({ budget: { limitUsd: 1, spentUsd: 0 } }),
        knownCosts: [['other/m1', 1]],
      });
      await runnerOn([a, b]).run(session, stage({}));
      expect(asked).toEqual([]);
    });

    it('happens when the run is cancelled', async () => {
      await runnerOn([a, b]).run(aSession({ cancelRequested: true }), stage({}));
      expect(asked).toEqual([]);
      expect(said()).toEqual(['"The stage" stops: The operator cancelled this run.']);
    });

    it('does not happen before a turn that has begun: a stage run again gets as far as it got', async () => {
      await runnerOn([a, b]).run(broke(['s/r1/a', 's/r1/b']), stage({}));
      expect(asked).toEqual(['s/r1/a', 's/r1/b']);
    });
  });
});
