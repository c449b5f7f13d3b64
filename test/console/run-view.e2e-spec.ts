import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FloorCache } from '../../console/src/app/floor-cache.js';
import { LiveTexts } from '../../console/src/app/live-texts.js';
import {
  replayBegins,
  replayStep,
  replayTo,
  speedFor,
  waitBefore,
  type Replay,
} from '../../console/src/runs/replay.js';
import {
  emptied,
  reloaded,
  runAfter,
  type RunView,
  withGaps,
  withTurnsAtWork,
} from '../../console/src/runs/run-view.js';
import { ceilingWords, isCeilingDrawn, spendOf, topOf } from '../../console/src/runs/spend.js';
import { neededStages, stagesDone } from '../../console/src/runs/stages-done.js';
import { usageWords } from '../../console/src/runs/usage-words.js';
import { AppModule } from '../../src/app.module.js';
import { Office } from '../../src/client/office.js';
import type { RunStatus, StageStatus } from '../../src/protocol/records/enums.js';
import type { ServerEvent } from '../../src/protocol/events.js';
import type { OrganisationDetail } from '../../src/protocol/records/organisation-detail.js';
import { finished, submit } from '../runs/support/commission.js';
import { sampleRun, sampleStage, sampleToolCall, sampleTurn } from '../support/sample-records.js';
import { startOffice, type RunningOffice } from '../support/start-office.js';

describe('a run in the console', () => {
  let office: RunningOffice;
  beforeAll(async () => {
    office = await startOffice({ root: (bootContext) => AppModule.on(bootContext) });
  });
  afterAll(() => office.close());

  it('is after all of its events what the service tells of it', async () => {
    const socket = await office.client.connect();
    const { id } = await submit(office, { brief: 'Build a clock', pipelineId: 'product-build' });
    const told = await finished(office, socket, id);
    const events: ServerEvent[] = [];
    await using client = await clientOf(office);
    for await (const event of client.office.followRun(id)) events.push(event);
    const replayed = events.reduce(runAfter, emptied(told));
    expect(replayed.turns).toEqual(told.turns);
    expect(replayed.artifacts).toEqual(told.artifacts);
    expect(replayed.approvals).toEqual(told.approvals);
    expect(replayed.stages).toEqual(told.stages);
    expect(replayed.budget).toEqual(told.budget);
    expect(replayed.status).toBe('done');
    expect(replayed.outcome).toBe(told.outcome);
    expect(replayed.checks).toEqual(told.checks);
  });

  it('is the same object after an event of another run', async () => {
    const socket = await office.client.connect();
    const { id } = await submit(office, { brief: 'What is a clock?' });
    const told = await finished(office, socket, id);
    const other = {
      type: 'budget.updated',
      at: 1,
      runId: 'other',
      limitUsd: 1,
      spentUsd: 1,
    } as const;
    expect(runAfter(told, other)).toBe(told);
  });
});

describe('a turn at work in the console', () => {
  const nothing = { turns: [], artifacts: [], approvals: [], cachedShare: null, evidence: [] };
  const run: RunView = { ...sampleRun(), ...nothing };
  const turn = sampleTurn({ status: 'running', endedAt: null });
  const of = { at: 1, runId: run.id, turnId: turn.id } as const;
  const delta = (text: string, restart?: true): ServerEvent => ({
    type: 'turn.delta',
    ...of,
    text,
    ...(restart && { restart }),
  });
  const reasoning = (text: string): ServerEvent => ({ type: 'turn.reasoning', ...of, text });
  const result: ServerEvent = { type: 'tool.result', ...of, call: sampleToolCall() };
  const started: ServerEvent = { type: 'turn.started', at: 1, turn };
  const begunAnew = [
    started,
    reasoning('First thought. '),
    delta('First call. '),
    result,
    reasoning('Taken back. '),
    delta('Taken back. '),
    delta('Second call. ', true),
    reasoning('Second thought. '),
    delta('End.'),
  ];
  const text = 'First call. \n\nSecond call. End.';
  const thoughts = 'First thought. Second thought. ';

  it('takes back the text and the reasoning of the call that begins anew, of no other, and keeps their texts apart', () => {
    const [shown] = begunAnew.reduce(runAfter, run).turns;
    expect(shown).toMatchObject({ text, reasoning: thoughts });
    const live = new LiveTexts();
    for (const event of begunAnew) live.take(event);
    expect(live.texts.get(turn.id)).toBe(text);
    expect(live.reasonings.get(turn.id)).toBe(thoughts);
  });

  it('takes back everything when its first call begins anew', () => {
    const events = [started, reasoning('No.'), delta('No.'), delta('Yes.', true)];
    expect(events.reduce(runAfter, run).turns).toMatchObject([{ text: 'Yes.', reasoning: null }]);
  });

  it('stays when the run is loaded again, which tells of settled turns only', () => {
    const before = [started, delta('Before. '), result, delta('Lost')].reduce(runAfter, run);
    const settled = sampleTurn({ id: 'turn_0000000000' });
    const after = reloaded(before, { ...run, turns: [settled] });
    expect(after.turns.map(({ id }) => id)).toEqual([settled.id, turn.id]);
    expect(runAfter(after, delta('After.', true)).turns[1]?.text).toBe('Before. \n\nAfter.');
  });

  it('stays as it is, and the run with it, when the answer is older than what was told since', () => {
    const spent: ServerEvent = {
      type: 'budget.updated',
      at: 2,
      runId: run.id,
      limitUsd: 1,
      spentUsd: 0.5,
    };
    const since = [started, delta('Now. '), spent];
    const before = since.reduce(runAfter, run);
    const after = reloaded(before, run, since);
    expect(after.budget).toEqual({ limitUsd: 1, spentUsd: 0.5 });
    expect(after.turns.map(({ text: shown }) => shown)).toEqual(['Now. ']);
  });

  it('is known from the stored events of a run that is opened meanwhile, with the text heard of', () => {
    const live = new LiveTexts();
    const heard = [started, delta('Before. '), result, delta('Now')];
    for (const event of heard) live.take(event);
    const writtenNow = (id: string) => ({
      now: live.writtenBy(id),
      beforeCall: live.beforeCallOf(id),
      isWhole: live.isWhole(id),
    });
    const settled = sampleTurn({ id: 'turn_0000000000' });
    const stored: readonly ServerEvent[] = [
      { type: 'turn.started', at: 1, turn: settled },
      { type: 'turn.finished', at: 1, turn: settled },
      started,
      result,
    ];
    const opened = withTurnsAtWork({ ...run, turns: [settled] }, stored, writtenNow);
    expect(opened.turns.map(({ id, text: shown }) => [id, shown])).toEqual([
      [settled.id, settled.text],
      [turn.id, 'Before. \n\nNow'],
    ]);
    expect(opened.turns[1]?.toolCalls).toHaveLength(1);
    const running = { ...opened, turns: [{ ...turn, status: 'running' as const }] };
    expect(withGaps(running, writtenNow).gaps).toEqual(new Set());
    expect(withGaps(running, () => ({ isWhole: false })).gaps).toEqual(new Set([turn.id]));
    expect(runAfter(opened, delta('again', true)).turns[1]?.text).toBe('Before. \n\nagain');
  });

  it('gives way to its record, and is gone when the run is over without one', () => {
    const before = [started, delta('Before. ')].reduce(runAfter, run);
    const record = sampleTurn({ text: 'Whole' });
    expect(reloaded(before, { ...run, turns: [record] }).turns).toEqual([record]);
    expect(reloaded(before, { ...run, status: 'cancelled', endedAt: 9 }).turns).toEqual([]);
  });
});

describe('a replay', () => {
  const view: RunView = {
    ...sampleRun({ createdAt: 1000, updatedAt: 90_000, endedAt: 90_000, status: 'done' }),
    ...{ turns: [], artifacts: [], approvals: [], cachedShare: null, evidence: [] },
  };
  const at = (time: number, spentUsd: number): ServerEvent => ({
    type: 'budget.updated',
    at: time,
    runId: view.id,
    limitUsd: 5,
    spentUsd,
  });
  const events = [at(1000, 1), at(1001, 2), at(2000, 3), at(60_000, 4)];
  const steps = (speed: number): readonly Replay[] => {
    const all = [replayBegins(view, events)];
    for (let last = all[0]; last && last.told < events.length; last = all.at(-1))
      all.push(replayStep(last, events, speed));
    return all;
  };

  it('tells the time of what it has come to, from the beginning of the run on', () => {
    expect(steps(1).map(({ told, at: time }) => [told, time])).toEqual([
      [0, 1000],
      [2, 1001],
      [3, 2000],
      [4, 60_000],
    ]);
    expect(steps(1).at(-1)?.run.budget.spentUsd).toBe(4);
    expect(spendOf(emptied(view))).toEqual([[0], [0]]);
  });

  it('tells what became of the change from the moment on at which it was done', () => {
    const deed = { kind: 'workspace', by: 'person', at: 95_000 } as const;
    const after = { ...view, changes: [deed] };
    const { turns: _turns, ...run } = after;
    const merged: ServerEvent = { type: 'run.updated', at: 95_000, run };
    const all = [...events, merged];
    expect(replayTo(after, all, 4).run.changes).toBeUndefined();
    expect(replayTo(after, all, 5).run.changes).toEqual([deed]);
  });

  it.each([
    [4300, 1],
    [90_000, 4],
    [600_000, 16],
    [9_000_000, 64],
  ])('of a run of %i ms begins %i times as fast', (took, speed) => {
    expect(speedFor({ createdAt: 1000, endedAt: 1000 + took })).toBe(speed);
  });

  it('waits so many times shorter as it is faster, and never long', () => {
    const [, first, second] = steps(1);
    if (first === undefined || second === undefined) throw new Error('There are four events.');
    expect(waitBefore(first, events, 1)).toBe(999);
    expect(waitBefore(first, events, 4)).toBe(999 / 4);
    expect(waitBefore(second, events, 1)).toBe(1500);
    expect(steps(300)).toHaveLength(3);
  });
});

describe('what is said of a run', () => {
  it('draws the ceiling once spend is near enough to be seen beside it', () => {
    expect(isCeilingDrawn({ spentUsd: 0.9, limitUsd: 5 })).toBe(false);
    expect(isCeilingDrawn({ spentUsd: 1, limitUsd: 5 })).toBe(true);
    expect(isCeilingDrawn({ spentUsd: 0, limitUsd: 0 })).toBe(false);
    expect([topOf(0), topOf(2)]).toEqual([0.01, 2.1]);
  });

  it.each([
    [0, 0, 'Nothing is spent of the ceiling, $0.00'],
    [0.5, 0, 'The ceiling, $0.00, is passed'],
    [0, 5, 'Nothing is spent of the ceiling, $5.00'],
    [0.0001, 5, 'Less than 1% of the ceiling, $5.00, is spent'],
    [0.001, 0.01, '10% of the ceiling, $0.01, is spent'],
    [0.0019999, 0.01, '19% of the ceiling, $0.01, is spent'],
    [0.002, 0.01, 'Dashed: the ceiling, $0.01'],
    [4.9999, 5, 'Dashed: the ceiling, $5.00'],
    [5, 5, 'Dashed: the ceiling, $5.00, which is spent'],
    [5.01, 5, 'Dashed: the ceiling, $5.00, which is passed'],
    [0.0004, 0.002, 'Dashed: the ceiling, $0.0020'],
  ])('says of $%d spent of $%d: %s', (spentUsd, limitUsd, words) => {
    expect(ceilingWords({ spentUsd, limitUsd })).toBe(words);
  });

  it('tells the usage of a turn once it has ended', () => {
    const usage = { tokensIn: 1200, tokensOut: 34, costUsd: 0.5 };
    const turn = sampleTurn({ usage, startedAt: 1000, endedAt: 3000 });
    expect(usageWords({ ...turn, endedAt: null })).toBe('');
    expect(usageWords(turn)).toBe(', 1,200 in, 34 out, $0.50, 2.0 s');
    expect(usageWords({ ...turn, usage: { ...usage, estimated: true, cutOff: true } })).toBe(
      ', 1,200 in, 34 out, $0.50 (estimated: a call was cut off and is booked at what is estimated of it), 2.0 s',
    );
  });

  it('names the stage that is at work, else how many of the needed ones are behind', () => {
    const { spec } = sampleStage();
    const run = (status: RunStatus, ...statuses: readonly StageStatus[]) => ({
      status,
      endedAt: 9,
      stages: statuses.map((each) => sampleStage({ status: each, startedAt: 1, endedAt: 9 })),
    });
    const after = (...given: Parameters<typeof run>) => stagesDone(run(...given));
    expect(after('running', 'done', 'running')).toBe(spec.name);
    expect(after('queued', 'done', 'pending')).toBe('1 of 2 stages');
    expect(after('done', 'done', 'skipped')).toBe('1 of 1 stage');
    expect(neededStages(run('done', 'done', 'skipped'))).toHaveLength(1);
    expect(after('cancelled', 'done', 'skipped')).toBe('1 of 2 stages');
  });
});

describe('floors other than the one that is shown', () => {
  it('are asked for once in a while, and again after a failure', async () => {
    const asked: string[] = [];
    let now = 0;
    let answer = (): Promise<OrganisationDetail> => Promise.reject(new Error('down'));
    const floors = new FloorCache(
      (id) => {
        asked.push(id);
        return answer();
      },
      () => now,
    );
    const known = new Promise<void>((resolve) => floors.subscribe(resolve));
    floors.ask('second');
    await Promise.resolve();
    const floor = { id: 'second' } as OrganisationDetail;
    answer = () => Promise.resolve(floor);
    floors.ask('second');
    await known;
    floors.ask('second');
    expect(asked).toHaveLength(2);
    expect(floors.get('second')).toBe(floor);
    now = 60_000;
    floors.ask('second');
    expect(asked).toHaveLength(3);
  });
});

async function clientOf({ port }: RunningOffice) {
  const office = await Office.connect(`http://127.0.0.1:${port}`);
  return { office, [Symbol.asyncDispose]: async () => office.close() };
}
