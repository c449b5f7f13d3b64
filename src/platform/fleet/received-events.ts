import { Injectable } from '@nestjs/common';
import { pause } from '../process/pause.js';
import { DataSource } from 'typeorm';
import { EventFeed } from '../events/event-feed.js';
import { lastNumber } from '../events/event-rows.js';
import { Replica } from './replica.js';

/** How long events may be in transit from another replica before the log is read, ms. */
const onItsWayMs = 10;

/**
 * For decisions about state without rows: running plugins, registered tools and models. That state
 * follows events, so a decision first waits until this process has all committed events.
 */
@Injectable()
export class ReceivedEvents {
  constructor(
    private readonly dataSource: DataSource,
    private readonly feed: EventFeed,
    private readonly replica: Replica,
  ) {}

  /**
   * Resolves when every event committed before the call has been delivered here; at once without
   * other replicas.
   */
  async all(): Promise<void> {
    if (!this.replica.hasOthers) return;
    const last = await lastNumber(this.dataSource.manager);
    if (this.feed.last < last && this.feed.receivesOthers) await pause(onItsWayMs);
    if (this.feed.last < last) await this.feed.catchUp();
  }
}
