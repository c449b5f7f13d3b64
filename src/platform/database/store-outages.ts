import { Injectable } from '@nestjs/common';
import { processTexts } from '../../protocol/texts/process.js';
import { Clock } from '../clock.js';
import { OfficeLogger, type ScopedLogger } from '../logging/office-logger.js';
import { storeFailureReason } from './store-failure.js';

/** An outage is over when the store has failed no request for so long, ms. */
const quietMs = 60_000;

/** Tells the log that requests are refused since the store fails: once in an outage. */
@Injectable()
export class StoreOutages {
  private readonly log: ScopedLogger;
  private lastAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly clock: Clock,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('store');
  }

  /** A request was refused over it. */
  refused(thrown: unknown): void {
    const now = this.clock.elapsed();
    const isNew = now - this.lastAt > quietMs;
    this.lastAt = now;
    if (isNew) this.log.warn(processTexts.requestsRefused(storeFailureReason(thrown)));
  }
}
