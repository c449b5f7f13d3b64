import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { z } from 'zod';
import { OfficeDocuments } from '../../platform/database/office-documents.js';
import { Statement } from '../../platform/database/statement.js';
import type { Locked, Tx } from '../../platform/database/tx.js';
import { Replica } from '../../platform/fleet/replica.js';
import type { FloorDocument } from '../../platform/events/internal-events.js';
import type { Workspace } from '../../protocol/records/organisation.js';
import { WorkspaceEntity } from './workspace.entities.js';

/** Ids of closed floors; locking this document locks the list of floors. */
const listKey = 'floor-list';

const listDocument = z.object({ closed: z.array(z.string()).catch([]) }).catch({ closed: [] });

/** Not needed on SQLite, whose transactions are exclusive. */
const rowLocks = {
  keep: new Statement('SELECT id FROM workspaces WHERE id = ? FOR KEY SHARE'),
  close: new Statement('SELECT id FROM workspaces WHERE id = ? FOR UPDATE'),
};

const addSpend = new Statement(
  'UPDATE workspaces SET spent_usd = spent_usd + ? WHERE id = ? RETURNING spent_usd',
);

/** Selects only the directories of floors. */
const readSites = {
  postgres: new Statement(
    "SELECT id, created_at, CAST(document_json AS json) ->> 'path' AS path FROM workspaces",
  ),
  embedded: new Statement(
    "SELECT id, created_at, document_json ->> 'path' AS path FROM workspaces",
  ),
};

const readFloor = new Statement('SELECT document_json, spent_usd FROM workspaces WHERE id = ?');

/** Identifies a floor: earlier versions reused ids of closed ones. */
export type ListedFloor = Pick<Workspace, 'id' | 'floor' | 'createdAt'>;

/** The directory of a floor. */
type FloorSite = Pick<Workspace, 'id' | 'createdAt' | 'path'>;

interface ParsedDocument {
  readonly text: string;
  readonly document: FloorDocument;
}

/** The rows of floors. Every write publishes the events that keep projections current. */
@Injectable()
export class WorkspacesRepository {
  /** Parsed documents, cached because every turn reads its floor's, which rarely changes. */
  private readonly parsed = new Map<string, ParsedDocument>();

  constructor(
    private readonly documents: OfficeDocuments,
    private readonly replica: Replica,
  ) {}

  /** Every floor, from the ground up. */
  async all(manager: EntityManager): Promise<readonly Workspace[]> {
    const rows = await manager.find(WorkspaceEntity, { order: { floor: 'ASC' } });
    return rows.map(toWorkspace);
  }

  /** The present floor, locked until the transaction ends. */
  async lock(tx: Tx, id: string): Promise<Locked<Workspace> | null> {
    await tx.manager
      .createQueryBuilder()
      .update(WorkspaceEntity)
      .set({ floor: () => 'floor' })
      .where({ id })
      .updateEntity(false)
      .execute();
    return this.findAsLocked(tx, id);
  }

  /**
   * The present floor, locked against closing until the transaction ends; shared, and without
   * blocking changes.
   */
  keepOpen(tx: Tx, id: string): Promise<Workspace | null> {
    return this.findLocked(tx, id, rowLocks.keep);
  }

  /** The present floor, once no transaction keeps it open; locked exclusively until the end. */
  lockToClose(tx: Tx, id: string): Promise<Locked<Workspace> | null> {
    return this.findLocked(tx, id, rowLocks.close);
  }

  /**
   * The list of floors. Locked against opening and closing until the transaction ends; floors may
   * change, and are not read.
   */
  async lockList(tx: Tx): Promise<readonly ListedFloor[]> {
    await this.documents.lock(tx, listKey);
    return tx.manager.find(WorkspaceEntity, { select: { id: true, floor: true, createdAt: true } });
  }

  /** Ids of closed floors, whose runs, facts and totals remain. */
  async closedIds(tx: Tx): Promise<readonly string[]> {
    const { document } = await this.documents.lock(tx, listKey);
    return listDocument.parse(document).closed;
  }

  /** Directories of all floors, without parsing documents. */
  async sites(manager: EntityManager): Promise<readonly FloorSite[]> {
    const { type } = manager.connection.options;
    const statement = type === 'postgres' ? readSites.postgres : readSites.embedded;
    const rows = await statement.run(manager, []);
    return rows.map(({ id, created_at: createdAt, path }) => ({
      id: String(id),
      createdAt: Number(createdAt),
      path: String(path),
    }));
  }

  /** Directories and groups of all floors; null: visible to all replicas. */
  async places(
    manager: EntityManager,
  ): Promise<
    readonly { readonly id: string; readonly path: string; readonly group: string | null }[]
  > {
    const rows = await manager.find(WorkspaceEntity);
    return rows.map(({ id, document, replicaGroup }) => ({
      id,
      path: document.path,
      group: replicaGroup,
    }));
  }

  /** The group whose replicas see a floor's files; null: all, or an unknown floor. */
  async groupOf(manager: EntityManager, id: string): Promise<string | null> {
    const row = await manager.findOne(WorkspaceEntity, {
      where: { id },
      select: { id: true, replicaGroup: true },
    });
    return row?.replicaGroup ?? null;
  }

  /** The lowest floor, from its row; null: none. */
  async lowest(manager: EntityManager): Promise<Workspace | null> {
    const [row] = await manager.find(WorkspaceEntity, { order: { floor: 'ASC' }, take: 1 });
    return row === undefined ? null : toWorkspace(row);
  }

  /** The existing ones of these floors. */
  async among({ manager }: Tx, ids: readonly string[]): Promise<readonly Workspace[]> {
    const rows = await manager.findBy(WorkspaceEntity, { id: In([...ids]) });
    return rows.map(toWorkspace);
  }

  /** The directory was made here, so the floor belongs to this replica's group. */
  async insert(tx: Tx, workspace: Workspace): Promise<void> {
    const { id, floor, createdAt } = workspace;
    const { spentUsd } = workspace.budget;
    const document = toDocument(workspace);
    await tx.manager
      .createQueryBuilder()
      .insert()
      .into(WorkspaceEntity)
      .values({ id, floor, document, spentUsd, createdAt, replicaGroup: this.replica.group })
      .updateEntity(false)
      .execute();
    tx.publish({ type: 'internal.floor.saved', floor: document });
  }

  /** Stores a changed floor except its spend, which only `addSpend` changes. */
  async save(tx: Tx, { id }: Locked<Workspace>, changed: Workspace): Promise<void> {
    const document = toDocument(changed);
    await tx.manager
      .createQueryBuilder()
      .update(WorkspaceEntity)
      .set({ document })
      .where('id = :id', { id })
      .updateEntity(false)
      .execute();
    tx.publish({ type: 'internal.floor.saved', floor: document });
  }

  /** The id is kept, so that it is never reused. */
  async delete(tx: Tx, { id }: Locked<Workspace>): Promise<void> {
    const list = await this.documents.lock(tx, listKey);
    const { closed } = listDocument.parse(list.document);
    await list.write({ closed: [...new Set([...closed, id])] });
    await tx.manager.createQueryBuilder().delete().from(WorkspaceEntity).where({ id }).execute();
    tx.publish({ type: 'internal.floor.closed', workspaceId: id });
  }

  /** Spend of a closed floor is dropped. */
  addSpend(tx: Tx, id: string, usd: number): void {
    tx.publishLate(`floors/${id}`, async () => {
      const [row] = await addSpend.run(tx.manager, [usd, id]);
      if (row === undefined) return [];
      return [{ type: 'internal.floor.spent', workspaceId: id, spentUsd: Number(row.spent_usd) }];
    });
  }

  private async findLocked(
    tx: Tx,
    id: string,
    rowLock: Statement,
  ): Promise<Locked<Workspace> | null> {
    const { type } = tx.manager.connection.options;
    if (type === 'postgres') await rowLock.run(tx.manager, [id]);
    return this.findAsLocked(tx, id);
  }

  private async findAsLocked(tx: Tx, id: string): Promise<Locked<Workspace> | null> {
    return (await this.find(tx, id)) as Locked<Workspace> | null;
  }

  /** A floor, from its row. */
  async find({ manager }: Pick<Tx, 'manager'>, id: string): Promise<Workspace | null> {
    const [row] = await readFloor.run(manager, [id]);
    if (row === undefined) {
      this.parsed.delete(id);
      return null;
    }
    const document = this.parse(id, String(row.document_json));
    return { ...document, budget: { ...document.budget, spentUsd: Number(row.spent_usd) } };
  }

  private parse(id: string, text: string): FloorDocument {
    const known = this.parsed.get(id);
    if (known?.text === text) return known.document;
    const document = JSON.parse(text) as FloorDocument;
    this.parsed.set(id, { text, document });
    return document;
  }
}

function toDocument(workspace: Workspace): FloorDocument {
  const { spentUsd: _, ...ceilings } = workspace.budget;
  return { ...workspace, budget: ceilings };
}

function toWorkspace({ document, spentUsd }: WorkspaceEntity): Workspace {
  return { ...document, budget: { ...document.budget, spentUsd } };
}
