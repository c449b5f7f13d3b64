import { Injectable } from '@nestjs/common';
import { Clock } from '../clock.js';
import { OfficeLogger, type ScopedLogger } from '../logging/office-logger.js';
import { pause } from '../process/pause.js';
import { processTexts } from '../../protocol/texts/process.js';
import { isStoreFailure, storeFailureReason } from './store-failure.js';

/** Pauses between attempts double from the first to the longest, ms. */
const firstPauseMs = 250;
const longestPauseMs = 4000;
/** Least time between two warnings, ms. */
const warningGapMs = 1000;

/**
 * Retries while the store is locked, full, read-only or unreachable; gives up when the signal is
 * aborted. Not `p-retry`, which rejects at once on abort: an attempt in progress must end, and one
 * more follows it.
 */
@Injectable()
export class StoreRetry {
  private readonly log: ScopedLogger;
  private lastWarningAt = Number.NEGATIVE_INFINITY;
  private recovered = true;

  constructor(
    private readonly clock: Clock,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('store');
  }

  /**
   * Does the work, and again after each transient failure of the store. Rethrows other errors, and
   * the store's failure once the signal is aborted.
   */
  async persist<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
      try {
        const result = await work();
        if (pauseMs > firstPauseMs) this.reportRecovery();
        return result;
      } catch (thrown) {
        if (!isStoreFailure(thrown) || signal.aborted) throw thrown;
        this.warn(thrown);
        await pause(pauseMs, signal);
      }
    }
  }

  private warn(thrown: unknown): void {
    const now = this.clock.elapsed();
    if (now - this.lastWarningAt < warningGapMs) return;
    this.lastWarningAt = now;
    this.recovered = false;
    this.log.warn(processTexts.storeFails(storeFailureReason(thrown)));
  }

  private reportRecovery(): void {
    if (this.recovered) return;
    this.recovered = true;
    this.log.info(processTexts.storeWorksAgain);
  }
}
