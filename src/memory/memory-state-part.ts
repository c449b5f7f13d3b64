import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Subscription } from 'rxjs';
import { Transactions } from '../platform/database/transactions.js';
import { messageOf } from '../platform/errors/office-error.js';
import { EventBus } from '../platform/events/event-bus.js';
import { OfficeLogger, type ScopedLogger } from '../platform/logging/office-logger.js';
import { StateParts } from '../platform/state/state-parts.js';
import type { MemoryFact, MemoryState } from '../protocol/records/memory.js';
import { LedgerService } from './ledger.service.js';
import { type MemoryChange, MemoryChanges } from './memory-changes.js';
import { isShort, withFact, withoutFact, withReads } from './memory-state.js';
import { SemanticOrder } from './semantic/semantic-order.js';

const nothing: MemoryState = {
  facts: [],
  counts: { installation: 0, workspace: 0, role: 0 },
  searchable: false,
  semantic: false,
  vectorCount: 0,
  vectorCoverage: 0,
};

/**
 * Memory's part of the office's state, at hand for every frame and the same object until memory
 * itself changes. It follows the events, those of other replicas included; where an event does not
 * tell enough, the ledger is read again in the background.
 */
@Injectable()
export class MemoryStatePart implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log: ScopedLogger;
  private readonly subscriptions: Subscription[] = [];
  private state = nothing;
  /** Grows with every change, so that a reading that a change has overtaken is not taken over. */
  private revision = 0;
  private reading: Promise<void> | null = null;

  constructor(
    private readonly ledger: LedgerService,
    private readonly semantic: SemanticOrder,
    private readonly transactions: Transactions,
    private readonly changes: MemoryChanges,
    private readonly bus: EventBus,
    private readonly parts: StateParts,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('memory');
  }

  async onApplicationBootstrap(): Promise<void> {
    this.subscriptions.push(
      this.bus.on('memory.created', 'memory state', ({ fact }) => this.factWritten(fact)),
      this.bus.on('memory.retracted', 'memory state', ({ id }) => this.factEnded(id)),
      this.changes.changes$.subscribe((change) => this.changed(change)),
    );
    this.parts.provide('memory', () => this.current());
    await this.refresh();
  }

  async onModuleDestroy(): Promise<void> {
    for (const subscription of this.subscriptions) subscription.unsubscribe();
    await this.reading;
  }

  /** Nobody tells when an embedder comes or goes, with its provider or by being refused. */
  private current(): MemoryState {
    const semantic = this.semantic.inForce;
    if (semantic !== this.state.semantic) {
      this.become({ ...this.state, semantic });
      void this.refresh();
    }
    return this.state;
  }

  private factWritten(fact: MemoryFact): void {
    this.become(withFact(this.state, fact));
  }

  private factEnded(id: string): void {
    const state = withoutFact(this.state, id);
    this.become(state ?? this.state);
    // Which of its vectors counted is not told either.
    if (state === null || state.semantic || isShort(state)) void this.refresh();
  }

  private changed(change: MemoryChange): void {
    if (change.kind === 'read') this.become(withReads(this.state, change.factIds, change.at));
    else void this.refresh();
  }

  private become(state: MemoryState): void {
    this.state = state;
    this.revision += 1;
  }

  private refresh(): Promise<void> {
    this.revision += 1;
    this.reading ??= this.readLedger().finally(() => (this.reading = null));
    return this.reading;
  }

  private async readLedger(): Promise<void> {
    try {
      let seen: number;
      do {
        seen = this.revision;
        // Between transactions: SQLite's one connection would show what is not committed yet.
        const state = await this.transactions.run(() => this.ledger.state());
        if (seen === this.revision) this.state = state;
      } while (seen !== this.revision);
    } catch (thrown) {
      this.log.warn(`the state of memory could not be read: ${messageOf(thrown)}`);
    }
  }
}
