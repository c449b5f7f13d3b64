import { Injectable } from '@nestjs/common';
import { Clock } from '../clock.js';
import { OfficeLogger, type ScopedLogger } from '../logging/office-logger.js';
import { pause } from '../process/pause.js';
import { processTexts } from '../../protocol/texts.js';
import { isStoreFailure, storeFailureReason } from './store-failure.js';

/** Pauses between tries double from the first to the longest, ms. */
const firstPauseMs = 250;
const longestPauseMs = 4000;
/** However much work waits, the log complains no more often than this, ms. */
const complaintGapMs = 1000;

/**
 * Patience with a store that is locked, full, read-only or out of reach. Work that was refused is
 * tried again until the store takes it, so trouble of the store is a delay and never a failure.
 */
@Injectable()
export class StorePatience {
  private readonly log: ScopedLogger;
  private lastComplaint = Number.NEGATIVE_INFINITY;
  private relieved = true;

  constructor(
    private readonly clock: Clock,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('store');
  }

  /**
   * Does the work, and does it anew whenever the store failed under it. What it throws besides goes
   * through, and so does the store's failure once the signal has aborted.
   */
  async persist<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
      try {
        const result = await work();
        if (pauseMs > firstPauseMs) this.relax();
        return result;
      } catch (thrown) {
        if (!isStoreFailure(thrown) || signal.aborted) throw thrown;
        this.complain(thrown);
        await pause(pauseMs, signal);
      }
    }
  }

  private complain(thrown: unknown): void {
    const now = this.clock.now();
    if (now - this.lastComplaint < complaintGapMs) return;
    this.lastComplaint = now;
    this.relieved = false;
    this.log.warn(processTexts.storeFails(storeFailureReason(thrown)));
  }

  private relax(): void {
    if (this.relieved) return;
    this.relieved = true;
    this.log.info(processTexts.storeWorksAgain);
  }
}
