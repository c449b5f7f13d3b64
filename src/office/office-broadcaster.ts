import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../platform/clock.js';
import { type AnnouncedEvent, EventBus } from '../platform/events/event-bus.js';
import { OnEveryEvent } from '../platform/events/office-listener.js';
import { ConnectedClients } from '../platform/socket/connected-clients.js';
import { isFinal } from '../runs/history/run-status.js';
import { OfficeStateService } from './office-state.service.js';

/** A turn of the event loop that takes longer, ms, is a busy one. */
const busyTurnMs = 10;

/**
 * Sends the whole state to everyone when something in it changed. The first change of a turn of
 * the event loop is followed by its frame at once; all others until that has been delivered share
 * the next. After a busy turn they wait as long as it took, so that assembling states leaves half the
 * time to others. Without connected clients nothing is assembled.
 */
@Injectable()
export class OfficeBroadcaster implements OnModuleDestroy {
  private turn: NodeJS.Immediate | undefined;
  private rest: NodeJS.Timeout | undefined;
  private isDue = false;
  private stopped = false;

  constructor(
    private readonly state: OfficeStateService,
    private readonly bus: EventBus,
    private readonly clients: ConnectedClients,
    private readonly clock: Clock,
  ) {}

  /** After the modules, so that each has taken an event in before the state is read. */
  @OnEveryEvent()
  follow(event: AnnouncedEvent): void {
    if (this.stopped) return;
    if (changesOffice(event)) this.request();
    else if (changesFigures(event)) this.requestLater();
  }

  onModuleDestroy(): void {
    clearImmediate(this.turn);
    clearTimeout(this.rest);
    this.stopped = true;
  }

  private request(): void {
    if (this.turn === undefined) this.send();
    else this.isDue = true;
  }

  private requestLater(): void {
    this.isDue = true;
    if (this.turn === undefined) this.awaitTurn();
  }

  private awaitTurn(): void {
    const begun = performance.now();
    this.turn = setImmediate(() => {
      const tookMs = performance.now() - begun;
      if (tookMs < busyTurnMs) this.awaitDelivery();
      else this.rest = setTimeout(() => this.awaitDelivery(), tookMs);
    });
  }

  private awaitDelivery(): void {
    this.clients.afterDelivery(() => this.endTurn());
  }

  private endTurn(): void {
    this.turn = undefined;
    if (this.isDue && !this.stopped) this.send();
  }

  private send(): void {
    this.isDue = false;
    this.awaitTurn();
    if (this.clients.isEmpty) return;
    const state = this.state.current();
    this.bus.publish({ type: 'office.updated', at: this.clock.now(), state });
  }
}

/** Whether the whole state goes out after the event. */
function changesOffice(event: AnnouncedEvent): boolean {
  switch (event.type) {
    case 'run.created':
    case 'settings.updated':
    case 'org.updated':
    case 'internal.active-floor.selected':
    case 'internal.floor.closed':
    case 'internal.models.discovered':
    case 'internal.models.measured':
    case 'internal.models.found':
    case 'internal.plugins.decided':
    case 'internal.live-state.changed':
      return true;
    case 'run.updated':
      return isFinal(event.run.status);
    default:
      return false;
  }
}

/** Whether the whole state goes out in the next turn of the event loop: after spend that is no run's. */
function changesFigures(event: AnnouncedEvent): boolean {
  return event.type === 'internal.employee.used';
}
