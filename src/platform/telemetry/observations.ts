import { Injectable } from '@nestjs/common';
import type { UsageRecord } from '../../protocol/records/work.js';
import { messageOf } from '../errors/error-text.js';
import type { CommittedEvent } from '../events/drafts.js';
import type { ScopedLogger } from '../logging/office-logger.js';
import type { Work } from './work-context.js';

/** One of the transactions that shared a commit. */
interface CommittedWork {
  readonly work: Work | undefined;
  /** Its own events, never those of other processes. */
  readonly events: readonly CommittedEvent[];
}

/** A commit of this process. Times in ms, `startedAt` since the epoch. */
export interface CommitMade {
  readonly kind: 'commit';
  readonly startedAt: number;
  readonly ms: number;
  readonly members: readonly CommittedWork[];
}

/** The store failed under a transaction. */
interface CommitFailed {
  readonly kind: 'commit-failed';
}

export type TryOutcome = 'answered' | 'limited' | 'failed' | 'cancelled';

/** One request to a model provider, without the waits before it. */
export interface ModelTried {
  readonly kind: 'model-tried';
  readonly providerId: string;
  readonly modelId: string;
  readonly startedAt: number;
  readonly ms: number;
  /** From the request to the first output; null: there was none, or no streaming. */
  readonly firstOutputMs: number | null;
  readonly outcome: TryOutcome;
  /** 1 for the first attempt on its route. */
  readonly attempt: number;
  readonly usage: UsageRecord;
  readonly work: Work | undefined;
}

/** A call switched to another route because this provider failed. */
interface FailedOver {
  readonly kind: 'failed-over';
  readonly providerId: string;
}

export type Observation = CommitMade | CommitFailed | ModelTried | FailedOver;
export type Observer = (observation: Observation) => void;

/**
 * Tells observers (metrics, traces) what this process did. It never includes work of other
 * replicas, so sums over replicas count everything once. Without observers it costs one call.
 */
@Injectable()
export class Observations {
  private observers: readonly Observer[] = [];

  record(observation: Observation): void {
    for (const observer of this.observers) observer(observation);
  }

  /**
   * Adds an observer that loads asynchronously: what happens meanwhile is told to it first. An
   * observer that throws is logged and stays.
   * @throws the error of loading; nothing is kept for it then
   */
  async observe(load: Promise<Observer>, log: ScopedLogger): Promise<void> {
    const waiting: Observation[] = [];
    const wait: Observer = (observation) => void waiting.push(observation);
    this.observers = [...this.observers, wait];
    try {
      const observer = guarded(await load, log);
      waiting.forEach(observer);
      this.observers = [...this.observers, observer];
    } finally {
      this.observers = this.observers.filter((each) => each !== wait);
    }
  }
}

function guarded(observer: Observer, log: ScopedLogger): Observer {
  return (observation) => {
    try {
      observer(observation);
    } catch (thrown) {
      log.error(`a ${observation.kind} could not be counted: ${messageOf(thrown)}`, thrown);
    }
  };
}
