import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '../../platform/database/tx.js';
import { Transactions } from '../../platform/database/transactions.js';
import { messageOf } from '../../platform/errors/error-text.js';
import type { InternalEventOf } from '../../platform/events/internal-events.js';
import { OnOfficeEvent } from '../../platform/events/office-listener.js';
import { Ids } from '../../platform/ids.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { Repeater } from '../../platform/repeater.js';
import { SettingsService } from '../../settings/settings.service.js';
import { type Place, TurnSlots } from './turn-slots.js';
import { TurnSlotsRepository } from './turn-slots.repository.js';
import { LeaseKeeper } from './lease-keeper.js';

/**
 * Interval at which waiting turns check for themselves, because a dead replica announces nothing,
 * ms.
 */
const lookEveryMs = 1000;

interface Waiting extends Place {
  readonly admit: () => void;
}

/**
 * Slots of a fleet: rows that belong to a replica's leases, so those of a dead replica become free
 * with its runs. Releasing a slot gives it to the next waiting turn in the same transaction; an
 * event tells that turn's replica.
 */
@Injectable()
export class SharedTurnSlots extends TurnSlots implements OnModuleInit {
  private readonly log: ScopedLogger;
  private readonly waiting = new Map<string, Waiting>();
  /** Slots in use. */
  private readonly held = new Set<string>();
  /** Slots that could not be released yet. */
  private readonly leaving = new Map<string, Place>();
  private looking = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly slots: TurnSlotsRepository,
    private readonly keeper: LeaseKeeper,
    private readonly settings: SettingsService,
    private readonly ids: Ids,
    private readonly repeater: Repeater,
    logger: OfficeLogger,
  ) {
    super();
    this.log = logger.scope('engine/run');
  }

  onModuleInit(): void {
    if (!this.keeper.inFleet) return;
    const text = (reason: string): string => `turn slots could not be looked up: ${reason}`;
    this.repeater.every(lookEveryMs, { scope: 'engine/run', text }, () => this.look());
  }

  override get waitingTurns(): number {
    return this.waiting.size;
  }

  protected override enter(workspaceId: string, signal: AbortSignal): Promise<Place | null> {
    if (signal.aborted) return Promise.resolve(null);
    const place: Place = { id: this.ids.next('slot'), workspaceId };
    return new Promise((resolve) => {
      const giveUp = (): void => {
        this.waiting.delete(place.id);
        this.leave(place);
        resolve(null);
      };
      const admit = (): void => {
        this.waiting.delete(place.id);
        this.held.add(place.id);
        signal.removeEventListener('abort', giveUp);
        resolve(place);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.waiting.set(place.id, { ...place, admit });
      void this.change(place, (tx) => this.ask(tx, place));
    });
  }

  protected override leave(place: Place): void {
    this.held.delete(place.id);
    this.leaving.set(place.id, place);
    void this.giveBack(place);
  }

  /** A turn that has given up removes its request under the floor's lock. */
  private async ask(tx: Tx, { id, workspaceId }: Place): Promise<void> {
    if (this.waiting.has(id)) await this.slots.ask(tx, id, workspaceId, this.keeper.owner);
  }

  private async giveBack(place: Place): Promise<void> {
    const isDone = await this.change(place, (tx) => this.slots.remove(tx, place.id));
    if (isDone) this.leaving.delete(place.id);
  }

  /** Changes a slot or request and grants free slots. False: not done yet. */
  private async change(
    { workspaceId }: Pick<Place, 'workspaceId'>,
    work: (tx: Tx) => Promise<void>,
  ): Promise<boolean> {
    try {
      const granted = await this.transactions.run(async (tx) => {
        await this.slots.lock(tx, workspaceId);
        await work(tx);
        const { maxConcurrency } = await this.settings.read(tx);
        const slotIds = await this.slots.grant(tx, workspaceId, maxConcurrency);
        if (slotIds.some((id) => !this.waiting.has(id))) {
          tx.publish({ type: 'internal.turn-slots.granted', slotIds });
        }
        return slotIds;
      });
      this.admit(granted);
      return true;
    } catch (thrown) {
      this.log.debug(`turn slots could not be taken; trying again: ${messageOf(thrown)}`);
      return false;
    }
  }

  @OnOfficeEvent('internal.turn-slots.granted')
  onGranted({ slotIds }: InternalEventOf<'internal.turn-slots.granted'>): void {
    this.admit(slotIds);
  }

  private admit(slotIds: readonly string[]): void {
    for (const id of slotIds) this.waiting.get(id)?.admit();
  }

  /** Adopts slots granted unnoticed, and releases unused ones. */
  private async compare(): Promise<void> {
    const places = await this.transactions.run((tx) => this.slots.heldBy(tx, this.keeper.owner));
    for (const place of places) {
      if (this.waiting.has(place.id)) this.waiting.get(place.id)?.admit();
      else if (!this.held.has(place.id) && !this.leaving.has(place.id)) this.leave(place);
    }
  }

  /** Makes up for what failed, for limits that changed and for replicas that died. */
  @OnOfficeEvent('settings.updated')
  async look(): Promise<void> {
    if (this.looking || this.waiting.size + this.leaving.size === 0) return;
    this.looking = true;
    try {
      for (const place of [...this.leaving.values()]) await this.giveBack(place);
      const byFloor = Map.groupBy(this.waiting.values(), ({ workspaceId }) => workspaceId);
      for (const [workspaceId, waiting] of byFloor) {
        await this.change({ workspaceId }, async (tx) => {
          for (const place of waiting) await this.ask(tx, place);
        });
      }
      await this.compare();
    } catch (thrown) {
      this.log.debug(`turn slots could not be looked up: ${messageOf(thrown)}`);
    } finally {
      this.looking = false;
    }
  }
}
