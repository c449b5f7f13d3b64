import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Subscription } from 'rxjs';
import { Clock } from '../platform/clock.js';
import { EventBus } from '../platform/events/event-bus.js';
import { EventLog } from '../platform/events/event-log.js';
import { HelloSource } from '../platform/socket/hello-source.js';
import type { ServerEventOf } from '../protocol/events.js';
import { OfficeStateService } from './office-state.service.js';

/** The first frame of every socket: the whole state, and the last number it tells of (D19). */
@Injectable()
export class OfficeHello extends HelloSource implements OnModuleInit, OnModuleDestroy {
  private lastSeq = 0;
  private subscription: Subscription | undefined;

  constructor(
    private readonly state: OfficeStateService,
    private readonly bus: EventBus,
    private readonly log: EventLog,
    private readonly clock: Clock,
  ) {
    super();
  }

  async onModuleInit(): Promise<void> {
    this.subscription = this.bus.subscribe('hello', ({ seq = 0 }) => {
      this.lastSeq = Math.max(this.lastSeq, seq);
    });
    this.lastSeq = Math.max(this.lastSeq, await this.log.lastSeq());
  }

  onModuleDestroy(): void {
    this.subscription?.unsubscribe();
  }

  override hello(): ServerEventOf<'hello'> {
    return {
      type: 'hello',
      at: this.clock.now(),
      seq: this.lastSeq,
      state: this.state.current(),
    };
  }
}
