import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock.js';
import { History } from '../platform/database/history.js';
import { EventFeed } from '../platform/events/event-feed.js';
import { HelloSource } from '../platform/socket/hello-source.js';
import type { ServerEventOf } from '../protocol/events.js';
import { protocolVersion } from '../protocol/protocol-version.js';
import { OfficeStateService } from './office-state.service.js';

/** The first frame of every socket: the whole state with its last event number. */
@Injectable()
export class OfficeHello extends HelloSource {
  constructor(
    private readonly state: OfficeStateService,
    private readonly feed: EventFeed,
    private readonly history: History,
    private readonly clock: Clock,
  ) {
    super();
  }

  override hello(): ServerEventOf<'hello'> {
    return {
      type: 'hello',
      at: this.clock.now(),
      seq: this.feed.last,
      protocolVersion,
      historyId: this.history.id,
      state: this.state.current(),
    };
  }
}
