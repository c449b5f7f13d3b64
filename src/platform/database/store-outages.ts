import { Injectable } from '@nestjs/common';
import { processTexts } from '../../protocol/texts/process.js';
import { Clock } from '../clock.js';
import { OfficeLogger, type ScopedLogger } from '../logging/office-logger.js';
import { storeFailureReason } from './store-failure.js';

/** An outage is over when no request has failed at the store for this long, ms. */
const quietMs = 60_000;

/** Logs once per outage that requests are refused because the store fails. */
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

  /** To be called when a request was refused because of the store. */
  refused(thrown: unknown): void {
    const now = this.clock.elapsed();
    const isNew = now - this.lastAt > quietMs;
    this.lastAt = now;
    if (isNew) this.log.warn(processTexts.requestsRefused(storeFailureReason(thrown)));
  }
}
