import { describe, expect, it } from '@jest/globals';
import { sampleRun, sampleTurn } from '#test/support/sample-records.js';
import type { RunDetail } from '../../protocol/records/work.js';
import { OfficeUnreachable } from '../errors.js';
import { followRun } from './follow-run.js';
import type { RunEvent } from './run-event.js';

type FollowerInput = Parameters<Parameters<RunSource['listen']>[0]>[0];

type RunSource = Parameters<typeof followRun>[0];

const never = new AbortController().signal;

function turn(seq: number): RunEvent {
  return { type: 'turn.started', at: 1, seq, turn: sampleTurn() };
}

function ended(seq: number): RunEvent {
  return { type: 'run.updated', at: 1, seq, run: sampleRun({ status: 'done' }) };
}

function delta(text: string): RunEvent {
  return { type: 'turn.delta', at: 1, runId: 'run_0000000001', turnId: sampleTurn().id, text };
}

/** A run with the results of successive loads; an error is thrown. */
function source(...loads: readonly (readonly RunEvent[] | Error)[]) {
  let tell: (heard: FollowerInput) => void = () => undefined;
  const left = [...loads];
  let isStopped = false;
  const run: RunSource = {
    listen: (listener) => {
      tell = listener;
      return () => (isStopped = true);
    },
    detail: async () => sampleRun() as RunDetail,
    load: async () => {
      const next = left.shift() ?? [];
      if (next instanceof Error) throw next;
      return next;
    },
    online: async () => undefined,
  };
  return { run, tell: (heard: FollowerInput) => tell(heard), isStopped: () => isStopped };
}

async function seqs(events: AsyncIterable<RunEvent>): Promise<unknown[]> {
  const told: unknown[] = [];
  for await (const event of events) told.push(event.seq ?? event.type);
  return told;
}

describe('followRun', () => {
  it('tells what is stored, then what happens, each event once', async () => {
    const { run, tell, isStopped } = source([turn(1), turn(3)]);
    const told = seqs(followRun(run, never));
    for (const event of [turn(3), delta('Hi'), turn(4), ended(6)]) tell({ event });
    expect(await told).toEqual([1, 3, 'turn.delta', 4, 6]);
    expect(isStopped()).toBe(true);
  });

  it('loads the run again when something may be missing', async () => {
    const { run, tell } = source([turn(1)], [turn(1), turn(2), ended(5)]);
    const told = seqs(followRun(run, never));
    tell({ gap: 'missed' });
    expect(await told).toEqual([1, 2, 5]);
  });

  it('tells it anew when the log is another one', async () => {
    const { run, tell } = source([turn(8)], [turn(1), ended(2)]);
    const told = seqs(followRun(run, never));
    tell({ gap: 'restarted' });
    expect(await told).toEqual([8, 1, 2]);
  });

  it('asks again when the connection broke while it loaded', async () => {
    const { run } = source(new OfficeUnreachable(), [turn(1), ended(2)]);
    expect(await seqs(followRun(run, never))).toEqual([1, 2]);
  });

  it('leaves out text of a turn whose end was told', async () => {
    const finished: RunEvent = { type: 'turn.finished', at: 1, seq: 2, turn: sampleTurn() };
    const { run, tell } = source([turn(1), finished]);
    const told = seqs(followRun(run, never));
    for (const event of [delta('late'), ended(3)]) tell({ event });
    expect(await told).toEqual([1, 2, 3]);
  });

  it('ends with a run of long ago whose events are gone', async () => {
    const { run } = source([]);
    const final: RunSource = {
      ...run,
      detail: async () => sampleRun({ status: 'failed' }) as RunDetail,
    };
    expect(await seqs(followRun(final, never))).toEqual([]);
  });

  it('throws when the connection is given up, and what a signal says', async () => {
    const { run, tell, isStopped } = source([]);
    const told = seqs(followRun(run, never));
    tell({ closed: new OfficeUnreachable('gone') });
    await expect(told).rejects.toThrow('gone');
    expect(isStopped()).toBe(true);
    const stop = new AbortController();
    const other = seqs(followRun(source([]).run, stop.signal));
    stop.abort(new Error('enough'));
    await expect(other).rejects.toThrow('enough');
  });
});
