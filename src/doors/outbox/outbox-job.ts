import type { Tx } from '../../platform/database/tx.js';

export type OutboxState = 'waiting' | 'done' | 'given-up';

/** A failed attempt. */
export interface FailedTry {
  readonly at: number;
  readonly error: string;
}

/** A job as it is put in. */
export interface NewOutboxJob {
  /** Kind of its handler. */
  readonly kind: string;
  /** Jobs with the same key are one job. */
  readonly key: string;
  /** Id of the run, floor or trigger that it belongs to. */
  readonly subject: string;
  readonly payload: object;
}

/** A job as a handler gets it. */
export interface OutboxJob {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  readonly subject: string;
  /** As it was put in, possibly by an older version. */
  readonly payload: unknown;
  /**
   * Number of attempts with this one. More than one: an earlier one failed, or was cut off at any
   * moment.
   */
  readonly attempts: number;
  readonly createdAt: number;
}

/** A job with its present state. */
export interface OutboxEntry extends OutboxJob {
  readonly state: OutboxState;
  readonly nextAt: number;
  readonly settledAt: number | null;
  readonly lastError: string | null;
  /** The latest failed attempts, the oldest first. */
  readonly tries: readonly FailedTry[];
  readonly result: unknown;
}

/** The end of a job. */
export type OutboxOutcome =
  | { readonly state: 'done'; readonly result: unknown }
  | { readonly state: 'given-up'; readonly error: string };

/**
 * Carries out the jobs of a kind. It may be called again after a kill at any moment, so it must
 * recognise the results of an earlier call.
 */
export interface OutboxHandler {
  readonly kind: string;
  /** Waits between attempts, ms; after the last one the job is given up. */
  readonly waits?: readonly number[];
  /** Longest attempt, ms. */
  readonly timeoutMs?: number;
  /**
   * How long a job waits for a process that can carry it out, ms; then any process takes it.
   * Absent: a day.
   */
  readonly leftMs?: number;
  /** True: the job only reads, so its end is not logged. */
  readonly isQuiet?: boolean;
  /**
   * Whether this process can carry out a job, for example because it has the files; absent: every
   * process can.
   */
  isPossibleHere?(job: OutboxJob): Promise<boolean>;
  /**
   * Carries out the job and returns its stored result, as JSON. A thrown error is a failed attempt;
   * an `OutboxFailure` also decides on the next attempt.
   */
  perform(job: OutboxJob, signal: AbortSignal): Promise<unknown>;
  /** Called in the transaction that records the end. */
  settled?(tx: Tx, job: OutboxJob, outcome: OutboxOutcome): Promise<void>;
}

/** A failed attempt that decides on the next one. */
export class OutboxFailure extends Error {
  constructor(
    message: string,
    /** Wait until the next attempt, ms; null: there is none; absent: by the handler's waits. */
    readonly retryInMs?: number | null,
  ) {
    super(message);
    this.name = 'OutboxFailure';
  }
}
