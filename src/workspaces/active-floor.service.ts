import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Transactions } from '../platform/database/transactions.js';
import type { Tx } from '../platform/database/tx.js';
import { RefusedError } from '../platform/errors/office-error.js';
import { BootReport } from '../platform/process/boot-report.js';
import type { Workspace } from '../protocol/records/organisation.js';
import { conversationTexts } from '../protocol/texts/conversations.js';
import { floorTexts, workspaceTexts } from '../protocol/texts/workspaces.js';
import { ActiveFloorProjection } from './active-floor-projection.js';
import { WorkspacesService } from './workspaces.service.js';

/** The floor that is being shown: one for the whole installation, kept over a restart (A16). */
@Injectable()
export class ActiveFloor implements OnModuleInit {
  constructor(
    private readonly workspaces: WorkspacesService,
    private readonly projection: ActiveFloorProjection,
    private readonly transactions: Transactions,
    private readonly report: BootReport,
  ) {}

  onModuleInit(): void {
    const floors = () => this.workspaces.list().length;
    this.report.add('floors', () => floorTexts.shown(floors(), this.current().name));
  }

  /** The floor that was selected last, else the default one. */
  current(): Workspace {
    const { selectedId } = this.projection;
    const selected = selectedId === null ? undefined : this.workspaces.find(selectedId);
    const floor = selected ?? this.workspaces.defaultFloor();
    if (floor === undefined) throw new RefusedError(conversationTexts.noWorkspaces);
    return floor;
  }

  /**
   * The floor a command means: the one it names, else the one being shown.
   * @throws RefusedError when it names one that does not exist
   */
  orNamed(workspaceId: string | undefined): Workspace {
    if (workspaceId === undefined) return this.current();
    const floor = this.workspaces.find(workspaceId);
    if (floor === undefined) throw new RefusedError(workspaceTexts.noWorkspace(workspaceId));
    return floor;
  }

  /** Shows another floor to every client. */
  select(workspaceId: string): Promise<void> {
    return this.transactions.run(async (tx) => {
      if ((await this.workspaces.keepOpen(tx, workspaceId)) === null) {
        throw new RefusedError(workspaceTexts.noWorkspaceToSelect(workspaceId));
      }
      await this.projection.select(tx, () => workspaceId);
      tx.conclude(null);
    });
  }

  /** Shows another floor when the one being shown is going to be closed. */
  leave(tx: Tx, closingId: string, fallback: () => Promise<Workspace | undefined>): Promise<void> {
    return this.projection.select(tx, async (selectedId) =>
      selectedId === closingId ? ((await fallback())?.id ?? null) : null,
    );
  }
}
