import { describe, expect, it } from '@jest/globals';
import { peopleAt } from '../../console/src/runs/people-at.js';
import { replayBegins, replayStep, replayTo } from '../../console/src/runs/replay.js';
import type { RunView } from '../../console/src/runs/run-view.js';
import { seenBy, timelineOf } from '../../console/src/runs/timeline.js';
import type { ServerEvent } from '../../src/protocol/events.js';
import {
  sampleApproval,
  sampleRun,
  sampleStage,
  sampleToolCall,
  sampleTurn,
} from '../support/sample-records.js';

const nothing = { turns: [], artifacts: [], approvals: [], cachedShare: null, evidence: [] };

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

  it('tells who was shown an instruction: later turns, and later calls', () => {
    const called = sampleTurn({
      employeeId: 'd',
      startedAt: 1,
      toolCalls: [sampleToolCall({ at: 450 })],
    });
    expect(seenBy({ turns: [...run.turns, called] }, 400)).toEqual(['c', 'd']);
    expect(seenBy(run, 901)).toEqual([]);
  });

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
