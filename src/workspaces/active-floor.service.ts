import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Transactions } from '../platform/database/transactions.js';
import type { Tx } from '../platform/database/tx.js';
import { RefusedError } from '../platform/errors/office-error.js';
import type { Workspace } from '../protocol/records/organisation.js';
import { conversationTexts } from '../protocol/texts/conversations.js';
import { workspaceTexts } from '../protocol/texts/workspaces.js';
import { ActiveFloorStore } from './active-floor-store.js';
import { WorkspacesService } from './workspaces.service.js';

/** Id of a floor; undefined: the one shown at the time of the action. */
export type FloorName = string | undefined;

/** The floor that is shown: one for the whole installation, kept over restarts. */
@Injectable()
export class ActiveFloor {
  constructor(
    private readonly dataSource: DataSource,
    private readonly workspaces: WorkspacesService,
    private readonly store: ActiveFloorStore,
    private readonly transactions: Transactions,
  ) {}

  /**
   * The floor selected last, else the default one, from their rows.
   * @throws RefusedError if there is none
   */
  async read(tx?: Tx): Promise<Workspace> {
    const id = await this.store.read((tx ?? this.dataSource).manager);
    const selected = id === null ? null : await this.workspaces.find(id, tx);
    const floor = selected ?? (await this.workspaces.defaultFloor(tx));
    if (floor === undefined) throw new RefusedError(conversationTexts.noWorkspaces);
    return floor;
  }

  /** The id of the named floor. @throws RefusedError if none is shown */
  async idOf(tx: Tx, name: FloorName): Promise<string> {
    return name ?? (await this.read(tx)).id;
  }

  /** Shows another floor to all clients. */
  select(workspaceId: string): Promise<void> {
    return this.transactions.run(async (tx) => {
      if ((await this.workspaces.keepOpen(tx, workspaceId)) === null) {
        throw new RefusedError(workspaceTexts.noWorkspaceToSelect(workspaceId));
      }
      await this.store.select(tx, () => workspaceId);
      tx.conclude(null);
    });
  }

  /** Shows another floor before the shown one is closed. */
  leave(tx: Tx, closingId: string, fallback: () => Promise<Workspace | undefined>): Promise<void> {
    return this.store.select(tx, async (selectedId) =>
      selectedId === closingId ? ((await fallback())?.id ?? null) : null,
    );
  }
}
