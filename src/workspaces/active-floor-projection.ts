import { Injectable } from '@nestjs/common';
import type { Rows } from '../platform/database/tx.js';
import type { CommittedEvent } from '../platform/events/drafts.js';
import { Projection } from '../platform/events/projection.js';
import { Projections } from '../platform/events/projections.js';
import { ActiveFloorStore } from './active-floor-store.js';

/** The floor selected last, for display. */
@Injectable()
export class ActiveFloorProjection extends Projection<string | null> {
  constructor(
    projections: Projections,
    private readonly store: ActiveFloorStore,
  ) {
    super(projections);
  }

  /** Null before the first selection; the floor may be closed by now. */
  get selectedId(): string | null {
    return this.state;
  }

  protected override load({ manager }: Rows): Promise<string | null> {
    return this.store.read(manager);
  }

  protected override apply(selectedId: string | null, event: CommittedEvent): string | null {
    return event.type === 'internal.active-floor.selected' ? event.workspaceId : selectedId;
  }
}
