import { pause } from './process/pause.js';

/** The time, as a port, so that a test can hold it still or compress its waits. */
export abstract class Clock {
  /**
   * Milliseconds since the Unix epoch, for timestamps; the system clock may be set forward or back
   * at any moment.
   */
  abstract now(): number;

  /**
   * Milliseconds since an arbitrary moment, for durations and waits; never goes back. A test's
   * clock uses one time for both methods.
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

/** Timestamp of an end: never before its beginning, even if the clock was set back meanwhile. */
export function endOf(begun: number, now: number): number {
  return Math.max(begun, now);
}

/**
 * Age of a timestamp, ms. A timestamp in the future was made before the clock was set back; its age
 * is unknown, so it counts as infinitely old.
 */
export function ageAt(now: number, stamp: number): number {
  return now < stamp ? Infinity : now - stamp;
}
