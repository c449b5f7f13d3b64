import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { databaseNow, Statement } from '#platform/database/statement.js';
import type { Tx } from '#platform/database/tx.js';
import { mayTake } from '../../queue/leases.repository.js';
import { WorktreeEntity } from './worktree.entity.js';

/** A worktree as it was read; changes of it fail if another process has changed it since. */
export type KnownWorktree = Omit<WorktreeEntity, 'carrier'>;

const handOver = new Statement(
  "UPDATE worktrees SET run_id = ? WHERE name = ? AND run_id = ? AND state = 'kept' " +
    'AND EXISTS (SELECT 1 FROM runs WHERE id = ? AND ended_at IS NOT NULL) RETURNING name',
);

const close = new Statement(
  "UPDATE worktrees SET state = 'closed', carrier = NULL " +
    'WHERE name = ? AND run_id = ? AND state = ? RETURNING name',
);

const reopen = new Statement(
  "UPDATE worktrees SET state = 'kept', carrier = NULL WHERE name = ? AND state = 'delivering'",
);

/** Rows of worktrees. Every change of the state is one conditional statement, so one process wins. */
@Injectable()
export class WorktreesRepository {
  private readonly mayTake: string;

  constructor(private readonly dataSource: DataSource) {
    this.mayTake = mayTake('carrier', databaseNow(dataSource.options.type));
  }

  async insert({ manager }: Tx, worktree: Omit<KnownWorktree, 'state'>): Promise<void> {
    await manager.insert(WorktreeEntity, { ...worktree, state: 'kept', carrier: null });
  }

  find(name: string): Promise<WorktreeEntity | null> {
    return this.dataSource.manager.findOneBy(WorktreeEntity, { name });
  }

  /** Worktrees with a merge that the owner, or a process that has ended, has begun. */
  interrupted(owner: string): Promise<readonly WorktreeEntity[]> {
    return this.dataSource.manager
      .createQueryBuilder(WorktreeEntity, 'worktree')
      .where("state = 'delivering'")
      .andWhere(this.mayTake, { owner })
      .getMany();
  }

  /** Gives a kept worktree whose latest run has ended to another run. False: it cannot. */
  async handOver(
    { manager }: Tx,
    { name, runId }: Pick<KnownWorktree, 'name' | 'runId'>,
    next: string,
  ): Promise<boolean> {
    return (await handOver.run(manager, [next, name, runId, runId])).length === 1;
  }

  /**
   * Marks the worktree as being merged. False: another process merges it, or it has changed since
   * it was read.
   */
  async startDelivery({ manager }: Tx, known: KnownWorktree, owner: string): Promise<boolean> {
    const result = await manager
      .createQueryBuilder()
      .update(WorktreeEntity)
      .set({ state: 'delivering', carrier: owner })
      .where("name = :name AND run_id = :runId AND state IN ('kept', 'delivering')", known)
      .andWhere(`(state = 'kept' OR ${this.mayTake})`, { owner })
      .updateEntity(false)
      .execute();
    return result.affected === 1;
  }

  /** Worktrees that are neither closed nor being merged. */
  kept(): Promise<readonly WorktreeEntity[]> {
    return this.dataSource.manager.findBy(WorktreeEntity, { state: 'kept' });
  }

  /** Marks a worktree whose merge failed as kept again. */
  async reopen({ manager }: Tx, name: string): Promise<void> {
    await reopen.run(manager, [name]);
  }

  /** Closes it, so that its folder can be removed. False: it has changed since it was read. */
  async close({ manager }: Tx, { name, runId, state }: KnownWorktree): Promise<boolean> {
    return (await close.run(manager, [name, runId, state])).length === 1;
  }
}
