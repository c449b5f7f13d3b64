import { describe, expect, it } from '@jest/globals';
import { peopleAt } from '../../console/src/runs/people-at.js';
import { replayBegins, replayStep, replayTo } from '../../console/src/runs/replay.js';
import type { RunView } from '../../console/src/runs/run-view.js';
import { isNotReached, stageWords } from '../../console/src/runs/stages-done.js';
import { timesInWords } from '../../console/src/runs/times-in-words.js';
import {
  inOneLane,
  seenBy,
  tickText,
  ticksOf,
  timelineOf,
} from '../../console/src/runs/timeline.js';
import type { ServerEvent } from '../../src/protocol/events.js';
import {
  sampleApproval,
  sampleRun,
  sampleStage,
  sampleToolCall,
  sampleTurn,
} from '../support/sample-records.js';

const nothing = { turns: [], artifacts: [], approvals: [], cachedShare: null, evidence: [] };

describe('the axis of time', () => {
  it.each([1, 99, 738, 1500, 45_000, 75_000, 90_000, 370_000, 4_500_000, 90_000_000, 3e9])(
    'of %i ms has a few marks at whole steps, each with words of its own',
    (length) => {
      const ticks = ticksOf(length);
      expect(ticks.length).toBeGreaterThan(0);
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks.at(-1)).toBeLessThanOrEqual(length);
      const words = ticks.map(tickText);
      expect(new Set(words).size).toBe(words.length);
    },
  );

  it('has no mark that is rounded', () => {
    expect(ticksOf(370_000).map(tickText)).toEqual(['0', '2 min', '4 min', '6 min']);
    expect(ticksOf(100_000).map(tickText)).toEqual(['0', '30 s', '1 min', '1 min 30 s']);
  });
});

describe('the times of a run in words', () => {
  const run = {
    ...sampleRun(),
    status: 'done' as const,
    createdAt: 0,
    endedAt: 400_000,
    stages: [sampleStage({ startedAt: 2000 })],
  };

  it('tell apart what it waited for people, once where questions overlap, and not after its end', () => {
    const asked = [
      { requestedAt: 20_000, decidedAt: 200_000 },
      { requestedAt: 100_000, decidedAt: 320_000 },
      { requestedAt: 500_000, decidedAt: null },
    ];
    expect(timesInWords(run, 400_000, asked)).toBe(
      'waited 2.0 s, worked 6 min 38 s, 5 min of it waiting for people',
    );
    expect(timesInWords(run, 400_000, [])).toBe('waited 2.0 s, worked 6 min 38 s');
  });

  it('do not call work what may have been a wait for people', () => {
    expect(timesInWords(run, 400_000)).toBe('waited 2.0 s, took 6 min 38 s');
    const open = { ...run, status: 'awaiting-approval' as const, endedAt: null };
    expect(timesInWords(open, 400_000)).toBe('waited 2.0 s, under way for 6 min 38 s');
  });

  it('say of a stage that a run did not come to that it was not reached', () => {
    expect(isNotReached('pending', 'failed')).toBe(true);
    expect(isNotReached('pending', 'running')).toBe(false);
    expect(isNotReached('skipped', 'done')).toBe(false);
  });

  it('say of a stage that a cancelled run was at that it was cut off, and of later ones that they were not reached', () => {
    const words = (status: 'done' | 'cancelled', startedAt: number | null, endedAt = 30_000) =>
      stageWords(sampleStage({ status: 'skipped', startedAt, endedAt }), {
        status,
        endedAt: 30_000,
      });
    expect(words('cancelled', 10_000)).toBe('cut off after 20 s');
    expect(words('cancelled', null)).toBe('not reached');
    expect(words('cancelled', null, 5000)).toBe('skipped');
    expect(words('done', null)).toBe('skipped');
    const done = sampleStage({ status: 'done', startedAt: 10_000, endedAt: 30_000 });
    expect(stageWords(done, { status: 'cancelled', endedAt: 30_000 })).toBe('done, 20 s');
  });
});

describe('the timeline of a run', () => {
  const stage = sampleStage({ id: 's', startedAt: 100, status: 'running' });
  const turn = (id: string, startedAt: number, endedAt: number | null) =>
    sampleTurn({ id, stageId: 's', employeeId: id, startedAt, endedAt });
  const run: RunView = {
    ...sampleRun(),
    ...nothing,
    createdAt: 0,
    endedAt: null,
    stages: [stage, sampleStage({ id: 't', startedAt: null, status: 'pending' })],
    turns: [turn('a', 100, 500), turn('b', 200, null), turn('c', 500, 900)],
  };

  it('has a row for each who works at the same time, and no lane for what has not begun', () => {
    const { lanes, from, to } = timelineOf(run, 1000);
    expect([from, to]).toEqual([0, 1000]);
    expect(lanes.map(({ rows }) => rows)).toEqual([2]);
    expect(lanes[0]?.bars.map(({ row, left, width }) => [row, left, width])).toEqual([
      [0, 10, 40],
      [1, 20, 80],
      [0, 50, 40],
    ]);
  });

  it('of an ended run is one lane, as high as its fullest stage', () => {
    const other = sampleStage({ id: 't', startedAt: 900, status: 'done' });
    const late = { ...turn('d', 900, 1000), stageId: 't' };
    const { lanes } = timelineOf(
      { ...run, endedAt: 1000, stages: [stage, other], turns: [...run.turns, late] },
      1000,
    );
    const one = inOneLane(lanes);
    expect(one.rows).toBe(2);
    expect(one.bars.map(({ turn: { id } }) => id)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('marks when a turn waited for an answer, by its questions or by its calls', () => {
    const approval = sampleApproval({ turnId: 'b', requestedAt: 400, decidedAt: 600 });
    const { lanes } = timelineOf({ ...run, approvals: [approval] }, 1000);
    expect(lanes[0]?.bars.map(({ waits }) => waits)).toEqual([[], [{ left: 40, width: 20 }], []]);
    const waited = {
      ...turn('a', 100, 500),
      toolCalls: [sampleToolCall({ at: 200, waitedMs: 100 })],
    };
    const [lane] = timelineOf({ ...run, turns: [waited] }, 1000).lanes;
    expect(lane?.bars[0]?.waits).toEqual([{ left: 20, width: 10 }]);
  });

  it('marks no wait of a turn for the delivery that was asked for after the run', () => {
    const turn = sampleTurn({ stageId: 'stage_1', startedAt: 0, endedAt: 1000, toolCalls: [] });
    const stage = sampleStage({ id: 'stage_1', startedAt: 0, endedAt: 1000, status: 'done' });
    const asked = sampleApproval({ turnId: turn.id, requestedAt: 5000, decidedAt: 9000 });
    const ran = { ...sampleRun(), ...nothing, createdAt: 0, endedAt: 1000, stages: [stage] };
    const { lanes } = timelineOf({ ...ran, turns: [turn], approvals: [asked] }, 9000);
    expect(lanes[0]?.bars[0]?.waits).toEqual([]);
  });

  it('marks what the office itself asked, also before the stage begins', () => {
    const asked = { turnId: null, stageName: 'Later', requestedAt: 500, decidedAt: null };
    const later = sampleStage({ id: 't', startedAt: null, status: 'pending' });
    const stages = [stage, { ...later, spec: { ...later.spec, name: 'Later' } }];
    const { lanes } = timelineOf({ ...run, stages, approvals: [sampleApproval(asked)] }, 1000);
    expect(lanes.map(({ waits }) => waits)).toEqual([[], [{ left: 50, width: 50 }]]);
  });

  it('keeps the shortest turn visible and inside', () => {
    const short = { ...run, turns: [turn('a', 1000, 1000)] };
    expect(timelineOf(short, 1000).lanes[0]?.bars[0]).toMatchObject({ left: 99.4, width: 0.6 });
  });

  it('tells who was shown an instruction: later turns', () => {
    expect(seenBy(run, 400)).toEqual(['c']);
    expect(seenBy(run, 901)).toEqual([]);
  });

  const call = (at: number, durationMs: number, waitedMs = 0) =>
    sampleToolCall({ at, durationMs, waitedMs });

  it.each([
    ['a later call', 'done', [call(450, 1)], ['d']],
    ['a call that ended later', 'done', [call(100, 301)], ['d']],
    ['a call that waited for a person meanwhile', 'running', [call(100, 1, 400)], ['d']],
    ['a call before', 'done', [call(100, 1)], []],
    ['a call of an earlier version, without its time', 'done', [sampleToolCall()], []],
    ['a canceled turn with one call', 'cancelled', [call(100, 301)], []],
    ['a canceled turn with a further call', 'cancelled', [call(100, 301), call(402, 1)], ['d']],
  ] as const)(
    'tells who was shown an instruction: in a turn with %s',
    (_case, status, calls, who) => {
      const turn = sampleTurn({ employeeId: 'd', startedAt: 1, status, toolCalls: calls });
      expect(seenBy({ turns: [turn] }, 400)).toEqual(who);
    },
  );

  it('has people at work only where a turn of the run is', () => {
    const one = { id: 'b', displayName: 'B', status: 'idle' } as never;
    const other = { id: 'z', displayName: 'Z', status: 'working' } as never;
    const turns = [{ ...turn('b', 200, null), status: 'running' as const, text: 'x' }];
    const { people } = peopleAt({ ...run, turns }, [one, other]);
    expect(people.map(({ status }) => status)).toEqual(['working', 'idle']);
  });

  it('is the same at a moment that was sought as at one that was played to', () => {
    const of = { runId: run.id } as const;
    const events: ServerEvent[] = [
      { type: 'budget.updated', at: 10, ...of, limitUsd: 1, spentUsd: 0.1 },
      { type: 'budget.updated', at: 2000, ...of, limitUsd: 1, spentUsd: 0.2 },
    ];
    const played = replayStep(replayBegins(run, events), events, 1);
    expect(replayTo(run, events, 1)).toEqual(played);
    expect(replayTo(run, events, 0)).toEqual(replayBegins(run, events));
  });
});
