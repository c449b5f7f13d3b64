import { isObject } from 'class-validator';
import { Injectable } from '@nestjs/common';
import { OfficeDocuments } from '../platform/database/office-documents.js';
import type { Rows } from '../platform/database/rows.js';
import type { Tx } from '../platform/database/tx.js';
import type { CommittedEvent } from '../platform/events/drafts.js';
import { Projection } from '../platform/events/projection.js';
import { Projections } from '../platform/events/projections.js';

const documentKey = 'active-floor';

/** Which floor was selected last: one document of the installation (A16). */
@Injectable()
export class ActiveFloorProjection extends Projection<string | null> {
  constructor(
    projections: Projections,
    private readonly documents: OfficeDocuments,
  ) {
    super(projections);
  }

  /** Null before the first selection; the floor may be closed by now. */
  get selectedId(): string | null {
    return this.state;
  }

  /** Selects the floor that the choice names, seeing which one is selected so far; null: no other. */
  async select(
    tx: Tx,
    choose: (selectedId: string | null) => string | null | Promise<string | null>,
  ): Promise<void> {
    const stored = await this.documents.lock(tx, documentKey);
    const workspaceId = await choose(idIn(stored.document));
    if (workspaceId === null) return;
    await stored.write({ workspaceId });
    tx.publish({ type: 'internal.active-floor.selected', workspaceId });
  }

  protected override async load({ manager }: Rows): Promise<string | null> {
    return idIn(await this.documents.read(manager, documentKey));
  }

  protected override apply(selectedId: string | null, event: CommittedEvent): string | null {
    return event.type === 'internal.active-floor.selected' ? event.workspaceId : selectedId;
  }
}

function idIn(document: unknown): string | null {
  const { workspaceId } = isObject<{ workspaceId?: unknown }>(document) ? document : {};
  return typeof workspaceId === 'string' ? workspaceId : null;
}
