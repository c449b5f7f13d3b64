import type { Tx } from '../../platform/database/tx.js';

export type OutboxState = 'waiting' | 'done' | 'given-up';

/** A failed attempt. */
export interface FailedTry {
  readonly at: number;
  readonly error: string;
}

/** What is put in. */
export interface NewOutboxJob {
  /** Names the handler. */
  readonly kind: string;
  /** The same key is one job, however often it is put in. */
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
  /** As it was put in; an older version may have done so. */
  readonly payload: unknown;
  /** This attempt included. More than one: an earlier one failed, or was cut off at any moment. */
  readonly attempts: number;
  readonly createdAt: number;
}

/** A job as it stands. */
export interface OutboxEntry extends OutboxJob {
  readonly state: OutboxState;
  readonly nextAt: number;
  readonly settledAt: number | null;
  readonly lastError: string | null;
  /** The latest failed attempts, the oldest first. */
  readonly tries: readonly FailedTry[];
  readonly result: unknown;
}

/** How a job ended. */
export type OutboxOutcome =
  | { readonly state: 'done'; readonly result: unknown }
  | { readonly state: 'given-up'; readonly error: string };

/**
 * Does the jobs of a kind. It may be called again after a kill at any moment, and must find what an
 * earlier call did by a mark of its own.
 */
export interface OutboxHandler {
  readonly kind: string;
  /** Waits between attempts, ms; after the last one the job is given up. */
  readonly waits?: readonly number[];
  /** Longest attempt, ms. */
  readonly timeoutMs?: number;
  /** How long a job waits for a process that can carry it out, ms; then any takes it. Absent: a day. */
  readonly leftMs?: number;
  /** The log does not say that a job is done, as it only reads. */
  readonly isQuiet?: boolean;
  /** Whether this process can carry a job out, as one that needs files; absent: each can. */
  isPossibleHere?(job: OutboxJob): Promise<boolean>;
  /**
   * Does the job and returns what is kept of it, as JSON. Whatever it throws is a failed attempt; an
   * `OutboxFailure` says when the next one is made, or that none is.
   */
  perform(job: OutboxJob, signal: AbortSignal): Promise<unknown>;
  /** Called in the transaction that records the end. */
  settled?(tx: Tx, job: OutboxJob, outcome: OutboxOutcome): Promise<void>;
}

/** A failed attempt that says how it goes on. */
export class OutboxFailure extends Error {
  constructor(
    message: string,
    /** Null: no further attempt is made. Absent: as the handler waits. */
    readonly retryInMs?: number | null,
  ) {
    super(message);
    this.name = 'OutboxFailure';
  }
}
