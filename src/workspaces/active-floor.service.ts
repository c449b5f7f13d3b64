import { isObject } from 'class-validator';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OfficeDocuments } from '../platform/database/office-documents.js';
import { Transactions } from '../platform/database/transactions.js';
import type { Tx } from '../platform/database/tx.js';
import { RefusedError } from '../platform/errors/office-error.js';
import { BootReport } from '../platform/process/boot-report.js';
import { OfficeChanges } from '../platform/state/office-changes.js';
import type { Workspace } from '../protocol/records/organisation.js';
import { conversationTexts, floorTexts, workspaceTexts } from '../protocol/texts.js';
import { WorkspacesService } from './workspaces.service.js';

const documentKey = 'active-floor';

/** The floor that is being shown: one for the whole installation, kept over a restart (A16). */
@Injectable()
export class ActiveFloor implements OnModuleInit {
  private id: string | null = null;

  constructor(
    private readonly workspaces: WorkspacesService,
    private readonly documents: OfficeDocuments,
    private readonly transactions: Transactions,
    private readonly changes: OfficeChanges,
    private readonly report: BootReport,
  ) {}

  async onModuleInit(): Promise<void> {
    const saved = await this.documents.read(documentKey);
    const { workspaceId } = isObject<{ workspaceId?: unknown }>(saved) ? saved : {};
    this.id = typeof workspaceId === 'string' ? workspaceId : null;
    const floors = () => this.workspaces.list().length;
    this.report.tell('floors', () => floorTexts.shown(floors(), this.current().name));
  }

  /** The floor that was selected last, else the default one. */
  current(): Workspace {
    const selected = this.id === null ? undefined : this.workspaces.find(this.id);
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
  async select(workspaceId: string): Promise<void> {
    if (this.workspaces.find(workspaceId) === undefined) {
      throw new RefusedError(workspaceTexts.noWorkspaceToSelect(workspaceId));
    }
    await this.transactions.run((tx) => this.show(tx, workspaceId));
    this.changes.announce();
  }

  /** Shows the default floor when the one being shown is going to be closed. */
  async leave(tx: Tx, closingId: string): Promise<void> {
    const fallback = this.workspaces.defaultFloor();
    if (this.id === closingId && fallback !== undefined) await this.show(tx, fallback.id);
  }

  private async show(tx: Tx, workspaceId: string): Promise<void> {
    await this.documents.write(tx, documentKey, { workspaceId });
    tx.afterCommit(() => (this.id = workspaceId));
  }
}
