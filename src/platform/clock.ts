import { pause } from './process/pause.js';

/** The time, as a port, so that a test can hold it still. */
export abstract class Clock {
  /** Milliseconds since the Unix epoch. */
  abstract now(): number;
}

export class SystemClock extends Clock {
  override now(): number {
    return Date.now();
  }
}

/** A clock whose waits are its own as well, so that a test can compress them. */
export interface WaitingClock extends Clock {
  /** Resolves after so many ms, or as soon as the signal is aborted. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

/** The clock with waits of real time. */
export function waitingBy(clock: Clock): WaitingClock {
  return { now: () => clock.now(), pause };
}
