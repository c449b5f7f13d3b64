import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BroadcastQueue, batchOf, type FrameBatch } from './broadcast-queue.js';
import type { SocketFrame } from './socket-frame.js';

const frame = (seq?: number): SocketFrame => ({
  type: seq === undefined ? 'turn.delta' : 'log',
  seq,
  bytes: Buffer.from(`<${seq ?? 'text'}>`),
});

describe('BroadcastQueue', () => {
  let delivered: FrameBatch[];
  let costMs: number;
  let sockets: { size: number };
  let afterwards: () => void;
  let queue: BroadcastQueue;

  beforeEach(() => {
    delivered = [];
    costMs = 0;
    sockets = { size: 500 };
    afterwards = (): void => undefined;
    queue = new BroadcastQueue(sockets, {
      deliver: (batch) => {
        delivered.push(batch);
        for (const begun = performance.now(); performance.now() - begun < costMs;) continue;
      },
      delivered: () => afterwards(),
    });
  });
  afterEach(() => queue.close());

  const texts = (): string[] => delivered.map(({ bytes }) => bytes.toString());

  it('delivers together, and in order, what comes after a costly delivery', async () => {
    costMs = 5;
    for (const seq of [1, 2, undefined, 3]) queue.add(frame(seq));
    expect(texts()).toEqual(['<1>']);
    expect(queue.waiting.map(({ seq }) => seq)).toEqual([2, undefined, 3]);
    while (delivered.length < 2) await pause(1);
    expect(texts()).toEqual(['<1>', '<2><text><3>']);
    expect(queue.waiting).toEqual([]);
  });

  it('delivers each at once to few sockets, whatever it costs', () => {
    costMs = 5;
    sockets.size = 3;
    for (const seq of [1, 2]) queue.add(frame(seq));
    expect(texts()).toEqual(['<1>', '<2>']);
  });

  it('keeps what follows a costly delivery until its rest is over', async () => {
    costMs = 5;
    afterwards = () => {
      if (delivered.length === 1) queue.add(frame(2));
    };
    queue.add(frame(1));
    expect(texts()).toEqual(['<1>']);
    while (delivered.length < 2) await pause(1);
    expect(texts()).toEqual(['<1>', '<2>']);
  });

  it('lets no more wait than fits into one write', () => {
    costMs = 5;
    const large = { ...frame(2), bytes: Buffer.alloc(300_000) };
    for (const each of [frame(1), large]) queue.add(each);
    expect(delivered).toHaveLength(1);
    queue.add({ ...large, seq: 3 });
    expect(delivered.map(({ frames }) => frames.map(({ seq }) => seq))).toEqual([[1], [2, 3]]);
  });

  it('leaves half of the time to others', async () => {
    costMs = 10;
    const begun = performance.now();
    for (let seq = 1; performance.now() - begun < 300; seq += 1) {
      queue.add(frame(seq));
      await pause(0);
    }
    const usedMs = delivered.length * costMs;
    expect(delivered.length).toBeGreaterThan(1);
    expect(usedMs / (performance.now() - begun)).toBeLessThan(0.6);
    const numbers = delivered.flatMap(({ frames }) => frames.map(({ seq }) => seq));
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  });

  it('delivers what waits before it closes, and takes nothing more', () => {
    costMs = 5;
    for (const seq of [1, 2]) queue.add(frame(seq));
    queue.close();
    queue.add(frame(3));
    expect(texts()).toEqual(['<1>', '<2>']);
    expect(queue.waiting).toEqual([]);
  });
});

describe('a batch', () => {
  it('knows its lowest number', () => {
    expect(batchOf([frame(), frame(5), frame(4)]).firstSeq).toBe(4);
    expect(batchOf([frame()]).firstSeq).toBe(Infinity);
  });

  it('may have more frames than a call has arguments', () => {
    const one = frame(7);
    expect(batchOf(Array.from({ length: 200_000 }, () => one)).firstSeq).toBe(7);
  });

  it('of one frame is that frame, not a copy', () => {
    const one = frame(1);
    expect(batchOf([one]).bytes).toBe(one.bytes);
  });
});
