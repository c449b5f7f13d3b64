import { pause } from './process/pause.js';

/** The time, as a port, so that a test can hold it still or compress its waits. */
export abstract class Clock {
  /** Milliseconds since the Unix epoch, for stamps: it may be set forward or back at any moment. */
  abstract now(): number;

  /**
   * Milliseconds since some moment, for durations and waits: it never goes back, and nobody sets it. A
   * clock that a test moves has one time for both.
   */
  elapsed(): number {
    return this.now();
  }

  /** Resolves after so many ms, or as soon as the signal is aborted. It keeps no process alive. */
  pause(ms: number, signal?: AbortSignal): Promise<void> {
    return pause(ms, signal);
  }
}

export class SystemClock extends Clock {
  override now(): number {
    return Date.now();
  }

  override elapsed(): number {
    return performance.now();
  }
}

/** The stamp of an end: it never lies before what it ends, although the clock was set back meanwhile. */
export function endOf(begun: number, now: number): number {
  return Math.max(begun, now);
}

/**
 * How old a stamp is, ms. One that lies ahead was made before the clock was set back: nobody knows how
 * old it is, so it counts as too old for anything.
 */
export function ageAt(now: number, stamp: number): number {
  return now < stamp ? Infinity : now - stamp;
}
