import { Injectable } from '@nestjs/common';
import type { Rows } from '../database/tx.js';
import { Transactions } from '../database/transactions.js';
import { OfficeLogger, type ScopedLogger } from '../logging/office-logger.js';
import { EventFeed, type Follower } from './event-feed.js';

/** The dependencies of every projection: a snapshot of rows and the later events. */
@Injectable()
export class Projections {
  readonly log: ScopedLogger;

  constructor(
    private readonly feed: EventFeed,
    private readonly transactions: Transactions,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('events');
  }

  register(follower: Follower): void {
    this.feed.register(follower);
  }

  snapshot<T>(read: (rows: Rows) => Promise<T>): Promise<T> {
    return this.transactions.snapshot(read);
  }
}
