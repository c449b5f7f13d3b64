import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { limits } from '../../protocol/limits.js';
import { FactReadEntity } from './memory.entities.js';

/** Which runs were shown which facts, so that a retraction can name them. */
@Injectable()
export class FactReadsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Records reads; a known one gets the new time. */
  async add(
    manager: EntityManager,
    runId: string,
    factIds: readonly string[],
    at: number,
  ): Promise<void> {
    const distinct = [...new Set(factIds)].sort();
    if (distinct.length === 0) return;
    await manager
      .createQueryBuilder()
      .insert()
      .into(FactReadEntity)
      .values(distinct.map((factId) => ({ factId, runId, at })))
      .orUpdate(['at'], ['fact_id', 'run_id'])
      .updateEntity(false)
      .execute();
  }

  /** Runs that read the fact, the latest reader first. */
  async runsThatRead(factId: string, manager = this.dataSource.manager): Promise<string[]> {
    const rows = await manager.find(FactReadEntity, {
      where: { factId },
      order: { at: 'DESC', runId: 'ASC' },
      take: limits.memoryReadByRuns,
    });
    return rows.map(({ runId }) => runId);
  }
}
