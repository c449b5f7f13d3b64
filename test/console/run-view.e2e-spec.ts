import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LiveTexts } from '../../console/src/app/live-texts.js';
import {
  emptied,
  reloaded,
  runAfter,
  type RunView,
  withTurnsAtWork,
} from '../../console/src/runs/run-view.js';
import { AppModule } from '../../src/app.module.js';
import { Office } from '../../src/client/office.js';
import type { ServerEvent } from '../../src/protocol/events.js';
import { finished, submit } from '../runs/support/commission.js';
import { sampleRun, sampleToolCall, sampleTurn } from '../support/sample-records.js';
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
  const text = 'First call. Second call. End.';
  const thoughts = 'First thought. Second thought. ';

  it('takes back the text and the reasoning of the call that begins anew, of no other', () => {
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
    expect(runAfter(after, delta('After.', true)).turns[1]?.text).toBe('Before. After.');
  });

  it('is known from the stored events of a run that is opened meanwhile, with the text heard of', () => {
    const live = new LiveTexts();
    const heard = [started, delta('Before. '), result, delta('Now')];
    for (const event of heard) live.take(event);
    const writtenNow = (id: string) => ({
      now: live.writtenBy(id),
      beforeCall: live.beforeCallOf(id),
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
      [turn.id, 'Before. Now'],
    ]);
    expect(opened.turns[1]?.toolCalls).toHaveLength(1);
    expect(runAfter(opened, delta('again', true)).turns[1]?.text).toBe('Before. again');
  });

  it('gives way to its record, and is gone when the run is over without one', () => {
    const before = [started, delta('Before. ')].reduce(runAfter, run);
    const record = sampleTurn({ text: 'Whole' });
    expect(reloaded(before, { ...run, turns: [record] }).turns).toEqual([record]);
    expect(reloaded(before, { ...run, status: 'cancelled', endedAt: 9 }).turns).toEqual([]);
  });
});

async function clientOf({ port }: RunningOffice) {
  const office = await Office.connect(`http://127.0.0.1:${port}`);
  return { office, [Symbol.asyncDispose]: async () => office.close() };
}
