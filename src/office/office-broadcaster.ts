import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../platform/clock.js';
import { type AnnouncedEvent, EventBus } from '../platform/events/event-bus.js';
import { OnEveryEvent } from '../platform/events/office-listener.js';
import { ConnectedClients } from '../platform/socket/connected-clients.js';
import { isFinal } from '../protocol/rules/run-status.js';
import { OfficeStateService } from './office-state.service.js';

/** A longer turn of the event loop counts as busy, ms. */
const busyTurnMs = 10;

/**
 * Sends the whole state to all clients after changes. The first change in a turn of the event loop
 * is sent at once; others share the next frame after its delivery. After a busy turn they wait as
 * long as it took, so that at most half the time goes into states. Nothing is assembled without
 * clients.
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

  /**
   * Called after all other modules, so that each has processed an event before the state is read.
   */
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

/** True if the whole state is sent after the event. */
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

/**
 * True if the whole state is sent in the next turn of the event loop: after spend that belongs to
 * no run.
 */
function changesFigures(event: AnnouncedEvent): boolean {
  return event.type === 'internal.employee.used';
}
