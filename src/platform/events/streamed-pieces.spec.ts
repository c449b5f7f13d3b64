import { describe, expect, it } from '@jest/globals';
import { sampleTurn } from '#test/support/sample-records.js';
import type { ServerEvent } from '../../protocol/events.js';
import { type CommittedEvent, committed } from './drafts.js';
import { StreamedPieces } from './streamed-pieces.js';

const log = (seq: number): CommittedEvent =>
  committed({ type: 'log', level: 'info', scope: 's', message: 'm' }, 1, seq);

const end = (seq: number, id: string): CommittedEvent =>
  committed({ type: 'turn.finished', turn: sampleTurn({ id }) }, 1, seq);

const delta = (turnId: string, text: string): ServerEvent => ({
  type: 'turn.delta',
  at: 1,
  runId: 'run_1',
  turnId,
  text,
});

describe('pieces that other replicas stream', () => {
  it('wait for the event that was before them', () => {
    const pieces = new StreamedPieces();
    pieces.keep(delta('t', 'a'), 6);
    pieces.keep(delta('t', 'b'), 6);
    pieces.keep(delta('t', 'c'), 7);
    expect(pieces.takeAfter(log(5))).toEqual([]);
    expect(pieces.takeAfter(log(6))).toEqual([delta('t', 'a'), delta('t', 'b')]);
    expect(pieces.takeAfter(log(7))).toEqual([delta('t', 'c')]);
  });

  it('do not wait for an event that was left out', () => {
    const pieces = new StreamedPieces();
    pieces.keep(delta('t', 'a'), 6);
    expect(pieces.takeAfter(log(9))).toEqual([delta('t', 'a')]);
  });

  it('are late once their turn has ended', () => {
    const pieces = new StreamedPieces();
    expect(pieces.isLate(delta('t', 'a'))).toBe(false);
    pieces.keep(delta('t', 'a'), 3);
    expect(pieces.takeAfter(end(4, 't'))).toEqual([]);
    expect(pieces.isLate(delta('t', 'a'))).toBe(true);
    expect(pieces.isLate(delta('u', 'a'))).toBe(false);
  });

  it('begin anew where another replica goes on with the turn', () => {
    const pieces = new StreamedPieces();
    const [a, b] = [delta('t', 'a'), delta('t', 'b')];
    const thought = { ...b, type: 'turn.reasoning' } as ServerEvent;
    expect(pieces.continued(a, 'first')).toEqual([a]);
    expect(pieces.continued(b, 'first')).toEqual([b]);
    expect(pieces.continued(a, 'second')).toEqual([{ ...a, restart: true }]);
    expect(pieces.continued(b, 'second')).toEqual([b]);
    expect(pieces.continued(thought, 'first')).toEqual([
      { ...delta('t', ''), restart: true },
      thought,
    ]);
    expect(pieces.continued(delta('u', 'c'), 'second')).toEqual([delta('u', 'c')]);
  });

  it('are lost when too many wait', () => {
    const pieces = new StreamedPieces();
    for (let count = 0; count < 6000; count += 1) pieces.keep(delta('t', 'a'), 3);
    expect(pieces.takeAfter(log(3))).toHaveLength(5000);
  });
});
