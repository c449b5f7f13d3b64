import { beforeEach, describe, expect, it } from '@jest/globals';
import { Clock } from './clock.js';
import { OfficeLogger } from './logging/office-logger.js';
import { Repeater } from './repeater.js';

interface Pause {
  readonly until: number;
  readonly end: () => void;
}

/** A clock whose waits end when the test moves it. */
class TurnedClock extends Clock {
  private time = 0;
  private pauses: Pause[] = [];

  override now(): number {
    return this.time;
  }

  override pause(ms: number, signal?: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.pauses.push({ until: this.time + ms, end: resolve });
    signal?.addEventListener('abort', () => resolve());
    return promise;
  }

  async turn(ms: number): Promise<void> {
    this.time += ms;
    const due = this.pauses.filter(({ until }) => until <= this.time);
    this.pauses = this.pauses.filter((pause) => !due.includes(pause));
    for (const { end } of due) end();
    await new Promise(setImmediate);
  }
}

describe('a repeated task', () => {
  const failure = { scope: 'test', text: (reason: string) => `the task failed: ${reason}` };
  let clock: TurnedClock;
  let repeater: Repeater;
  let lines: string[];
  let times: number[];
  const note = (): void => void times.push(clock.now());

  beforeEach(() => {
    clock = new TurnedClock();
    [lines, times] = [[], []];
    const write = (line: string): void => void lines.push(line);
    const sinks = { out: write, err: write };
    repeater = new Repeater(clock, new OfficeLogger({ clock, level: 'info', sinks }));
  });

  it('runs by the clock, the first time after its pause', async () => {
    repeater.every(1000, failure, note);
    for (let ms = 0; ms < 3000; ms += 500) await clock.turn(500);
    expect(times).toEqual([1000, 2000, 3000]);
  });

  it('runs the first time at once where that is asked for', async () => {
    repeater.nowAndEvery(1000, failure, note);
    expect(times).toEqual([0]);
    await clock.turn(0);
    await clock.turn(1000);
    expect(times).toEqual([0, 1000]);
  });

  it('does not overlap with itself: its pause begins when it has ended', async () => {
    let ended = Promise.withResolvers<void>();
    repeater.every(1000, failure, () => {
      note();
      return ended.promise;
    });
    for (let ms = 0; ms < 5000; ms += 1000) await clock.turn(1000);
    expect(times).toEqual([1000]);
    ended.resolve();
    ended = Promise.withResolvers();
    await clock.turn(0);
    await clock.turn(1000);
    expect(times).toEqual([1000, 6000]);
  });

  it('goes on after a failure, which is logged once until it has succeeded again', async () => {
    const outcomes = ['disk full', 'disk full', null, 'disk full again'];
    repeater.every(1000, failure, () => {
      note();
      const reason = outcomes.shift() ?? null;
      if (reason !== null) throw new Error(reason);
    });
    for (let count = 0; count < 5; count += 1) await clock.turn(1000);
    expect(times).toHaveLength(5);
    expect(lines).toEqual([
      expect.stringContaining('WARN [test] the task failed: disk full'),
      expect.stringContaining('WARN [test] the task failed: disk full again'),
    ]);
  });

  it('logs a promise that is rejected like what is thrown', async () => {
    repeater.nowAndEvery(1000, failure, () => Promise.reject(new Error('too late')));
    await clock.turn(0);
    expect(lines).toEqual([expect.stringContaining('the task failed: too late')]);
  });

  it('ends with the application, in the middle of a pause too', async () => {
    repeater.every(1000, failure, note);
    repeater.nowAndEvery(1000, failure, note);
    await clock.turn(999);
    repeater.onModuleDestroy();
    for (let count = 0; count < 3; count += 1) await clock.turn(1000);
    expect(times).toEqual([0]);
  });
});
