import { Injectable } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { EventFeed } from '../events/event-feed.js';
import { lastNumber } from '../events/event-rows.js';
import { Replica } from './replica.js';

/** How long events may be on their way from another replica before the log is read, ms. */
const onItsWayMs = 10;

/**
 * For decisions on what is in no row: plugins that run, tools and models that are registered. Their
 * state follows the events, so whoever decides on it first has this process hear what was committed.
 */
@Injectable()
export class HeardEvents {
  constructor(
    private readonly dataSource: DataSource,
    private readonly feed: EventFeed,
    private readonly replica: Replica,
  ) {}

  /**
   * Afterwards every event that had been committed when it was called was delivered here. A process
   * without others beside it has heard everything already.
   */
  async all(): Promise<void> {
    if (!this.replica.hasOthers) return;
    const last = await lastNumber(this.dataSource.manager);
    if (this.feed.last < last && this.feed.hearsOthers) await setTimeout(onItsWayMs);
    if (this.feed.last < last) await this.feed.catchUp();
  }
}
