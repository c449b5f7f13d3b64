import { Injectable } from '@nestjs/common';
import type { Rows } from '../platform/database/tx.js';
import type { CommittedEvent } from '../platform/events/drafts.js';
import { Projection } from '../platform/events/projection.js';
import { Projections } from '../platform/events/projections.js';
import type { MemoryState } from '../protocol/records/memory.js';
import { LedgerService } from './ledger.service.js';
import { isShort, withFact, withoutFact, withReads } from '../protocol/rules/memory-state.js';
import { SemanticOrder } from './semantic/semantic-order.js';

/**
 * Memory's part of the office's state; the same object until memory changes. Counts and facts
 * follow events; if an event carries too little (the next fact of the list, the number of vectors),
 * the ledger is read again in the background.
 */
@Injectable()
export class MemoryProjection extends Projection<MemoryState> {
  /** The state with the embedder's availability; null if unchanged. */
  private corrected: { readonly of: MemoryState; readonly state: MemoryState } | null = null;

  constructor(
    projections: Projections,
    private readonly ledger: LedgerService,
    private readonly semantic: SemanticOrder,
  ) {
    super(projections);
  }

  /** No event reports a change of the embedder's availability. */
  current(): MemoryState {
    const { state } = this;
    const semantic = this.semantic.inForce;
    if (semantic === state.semantic) return state;
    if (this.corrected?.of !== state) {
      this.corrected = { of: state, state: { ...state, semantic } };
      this.reloadLater();
    }
    return this.corrected.state;
  }

  protected override load({ manager }: Rows): Promise<MemoryState> {
    return this.ledger.state(manager);
  }

  protected override apply(state: MemoryState, event: CommittedEvent): MemoryState {
    switch (event.type) {
      case 'memory.created':
        return withFact(state, event.fact);
      case 'memory.retracted': {
        const without = withoutFact(state, event.fact);
        if (without.semantic || isShort(without)) this.reloadLater();
        return without;
      }
      case 'internal.memory.read':
        return withReads(state, event.factIds, event.readAt);
      case 'internal.memory.embedded':
        this.reloadLater();
        return state;
      default:
        return state;
    }
  }
}
