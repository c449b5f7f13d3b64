import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { storable } from '../../platform/text/storable.js';
import type { Run } from '../../protocol/records/work.js';
import { type RunSearch, searchWords } from '../../protocol/rules/run-search.js';
import { RunEntity } from './run.entity.js';
import { RunSearchEntity } from './run-search.entity.js';

interface RunsPage extends RunSearch {
  readonly limit: number;
  /** Only runs that follow this one in the order. */
  readonly before?: Pick<Run, 'id' | 'createdAt'>;
}

/** Searches all stored runs. */
@Injectable()
export class RunSearchRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Position of the run in the order; null if it is unknown. */
  async placeOf(id: string): Promise<Pick<Run, 'id' | 'createdAt'> | null> {
    const row = await this.dataSource.manager.findOne(RunSearchEntity, {
      select: { createdAt: true },
      where: { runId: storable(id) },
    });
    return row && { id, createdAt: row.createdAt };
  }

  /** Matching runs, newest first. */
  async page(asked: RunsPage): Promise<readonly Run[]> {
    const ids = await this.idsOf(asked);
    if (ids.length === 0) return [];
    const rows = await this.dataSource.manager.findBy(RunEntity, { id: In(ids) });
    const runs = new Map(rows.map((row) => [row.id, row.record]));
    return ids.map((id) => runs.get(id)).filter((run) => run !== undefined);
  }

  private async idsOf({ search = '', status, workspaceId, before, limit }: RunsPage) {
    const found = this.dataSource.manager
      .createQueryBuilder(RunSearchEntity, 'found')
      .select('found.runId', 'id')
      .orderBy('found.createdAt', 'DESC')
      .addOrderBy('found.runId', 'DESC')
      .limit(limit);
    if (workspaceId !== undefined) found.andWhere({ workspaceId: storable(workspaceId) });
    if (status !== undefined) {
      found.innerJoin(RunEntity, 'run', 'run.id = found.runId AND run.status = :status', {
        status,
      });
    }
    if (before !== undefined) {
      found.andWhere('(found.createdAt, found.runId) < (:at, :id)', {
        at: before.createdAt,
        id: before.id,
      });
    }
    searchWords(search).forEach((word, index) => {
      const name = `word${index}`;
      const pattern = `%${storable(word).replace(/[\\%_]/g, '\\$&')}%`;
      found.andWhere(`found.searchText LIKE :${name} ESCAPE '\\'`, { [name]: pattern });
    });
    const rows = await found.getRawMany<{ readonly id: string }>();
    return rows.map(({ id }) => id);
  }
}
