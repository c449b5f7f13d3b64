import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OfficeDocuments } from '../../platform/database/office-documents.js';
import type { Tx } from '../../platform/database/tx.js';
import type { Workspace } from '../../protocol/records/organisation.js';
import { WorkspaceEntity, type WorkspaceDocument } from './workspace.entity.js';

/** An empty document; whoever has written it holds the list of floors. */
const listKey = 'floor-list';

@Injectable()
export class WorkspacesRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly documents: OfficeDocuments,
  ) {}

  /** Every floor, from the ground up. */
  async all(): Promise<readonly Workspace[]> {
    const rows = await this.dataSource.manager.find(WorkspaceEntity, { order: { floor: 'ASC' } });
    return rows.map(toWorkspace);
  }

  /** The floor as it was committed last; null when there is none. */
  async find(id: string): Promise<Workspace | null> {
    const row = await this.dataSource.manager.findOneBy(WorkspaceEntity, { id });
    return row && toWorkspace(row);
  }

  /** The floor as it stands, locked until the transaction ends. */
  async lock(tx: Tx, id: string): Promise<Workspace | null> {
    await tx.manager
      .createQueryBuilder()
      .update(WorkspaceEntity)
      .set({ floor: () => 'floor' })
      .where({ id })
      .updateEntity(false)
      .execute();
    const row = await tx.manager.findOneBy(WorkspaceEntity, { id });
    return row && toWorkspace(row);
  }

  /**
   * Every floor, from the ground up. Until the transaction ends nobody else opens or closes one;
   * the floors themselves may change.
   */
  async lockList(tx: Tx): Promise<readonly Workspace[]> {
    await this.documents.write(tx, listKey, {});
    const rows = await tx.manager.find(WorkspaceEntity, { order: { floor: 'ASC' } });
    return rows.map(toWorkspace);
  }

  async insert(tx: Tx, workspace: Workspace): Promise<void> {
    const { id, floor, createdAt } = workspace;
    const { spentUsd } = workspace.budget;
    await tx.manager
      .createQueryBuilder()
      .insert()
      .into(WorkspaceEntity)
      .values({ id, floor, document: toDocument(workspace), spentUsd, createdAt })
      .updateEntity(false)
      .execute();
  }

  /** Stores everything but the spend, which only `addSpend` moves. */
  async save(tx: Tx, workspace: Workspace): Promise<void> {
    await tx.manager
      .createQueryBuilder()
      .update(WorkspaceEntity)
      .set({ document: toDocument(workspace) })
      .where('id = :id', { id: workspace.id })
      .updateEntity(false)
      .execute();
  }

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.manager.createQueryBuilder().delete().from(WorkspaceEntity).where({ id }).execute();
  }

  /** False when there is no such floor any more. */
  async addSpend(tx: Tx, id: string, usd: number): Promise<boolean> {
    const result = await tx.manager
      .createQueryBuilder()
      .update(WorkspaceEntity)
      .set({ spentUsd: () => 'spent_usd + :usd' })
      .setParameter('usd', usd)
      .where('id = :id', { id })
      .updateEntity(false)
      .execute();
    return result.affected === 1;
  }
}

function toDocument(workspace: Workspace): WorkspaceDocument {
  const { spentUsd: _, ...ceilings } = workspace.budget;
  return { ...workspace, budget: ceilings };
}

function toWorkspace({ document, spentUsd }: WorkspaceEntity): Workspace {
  return { ...document, budget: { ...document.budget, spentUsd } };
}
