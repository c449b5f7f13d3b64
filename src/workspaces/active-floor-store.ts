import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { OfficeDocuments } from '../platform/database/office-documents.js';
import type { Tx } from '../platform/database/tx.js';

const documentKey = 'active-floor';

const selection = z.object({ workspaceId: z.string() });

/** Stores the floor selected last, in a document of the installation. */
@Injectable()
export class ActiveFloorStore {
  constructor(private readonly documents: OfficeDocuments) {}

  /** Null before the first selection; the floor may be closed by now. */
  async read(manager: EntityManager): Promise<string | null> {
    return idIn(await this.documents.read(manager, documentKey));
  }

  /** Selects the floor that the callback chooses, given the present selection; null: unchanged. */
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
}

function idIn(document: unknown): string | null {
  return selection.safeParse(document).data?.workspaceId ?? null;
}
