import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Subscription } from 'rxjs';
import { Clock } from '../platform/clock.js';
import { EventBus } from '../platform/events/event-bus.js';
import { Audience } from '../platform/socket/audience.js';
import { OfficeChanges } from '../platform/state/office-changes.js';
import { changesOffice } from './changes-office.js';
import { OfficeStateService } from './office-state.service.js';

/**
 * Sends the whole state to everyone when something in it changed. The first change of a turn of the
 * event loop is followed by its frame at once; all others of that turn share one in the next. While
 * nobody is connected nothing is assembled.
 */
@Injectable()
export class OfficeBroadcaster implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly subscriptions: Subscription[] = [];
  private turn: NodeJS.Immediate | undefined;
  private isDue = false;

  constructor(
    private readonly state: OfficeStateService,
    private readonly bus: EventBus,
    private readonly changes: OfficeChanges,
    private readonly audience: Audience,
    private readonly clock: Clock,
  ) {}

  /** After the modules, so that each has taken an event in before the state is read. */
  onApplicationBootstrap(): void {
    this.subscriptions.push(
      this.bus.subscribe('office state', (event) => {
        if (changesOffice(event)) this.request();
      }),
      this.changes.changes$.subscribe(() => this.request()),
    );
  }

  onModuleDestroy(): void {
    clearImmediate(this.turn);
    for (const subscription of this.subscriptions) subscription.unsubscribe();
  }

  private request(): void {
    if (this.turn === undefined) this.send();
    else this.isDue = true;
  }

  private send(): void {
    this.isDue = false;
    this.turn = setImmediate(() => {
      this.turn = undefined;
      if (this.isDue) this.send();
    });
    if (this.audience.isEmpty) return;
    const state = this.state.current();
    this.bus.publish({ type: 'office.updated', at: this.clock.now(), state });
  }
}
