import { Injectable } from '@nestjs/common';
import { DataSource, In, type SelectQueryBuilder } from 'typeorm';
import { storable } from '../../platform/text/storable.js';
import { type RunStatus, runStatuses } from '../../protocol/records/enums.js';
import type { Run, RunCounts } from '../../protocol/records/work.js';
import { type RunOrder } from '../../protocol/rules/run-order.js';
import { type RunSearch, searchStemsOf, searchWords } from '../../protocol/rules/run-search.js';
import { RunEntity } from './run.entity.js';
import { RunSearchEntity } from './run-search.entity.js';
import { likeLiteral, rolePattern } from './run-search-row.js';

/** The columns by which the orders compare runs. */
type Place = Pick<RunSearchEntity, 'runId' | 'createdAt' | 'spentUsd' | 'workedMs'>;

interface RunsPage extends RunSearch {
  readonly limit: number;
  /** Only runs that follow this one in the order. */
  readonly before?: Place;
}

type Found = SelectQueryBuilder<RunSearchEntity>;

/** The columns of each order, all in one direction. */
const orders: Readonly<
  Record<RunOrder, { readonly by: readonly (keyof Place)[]; readonly direction: 'ASC' | 'DESC' }>
> = {
  newest: { by: ['createdAt', 'runId'], direction: 'DESC' },
  oldest: { by: ['createdAt', 'runId'], direction: 'ASC' },
  dearest: { by: ['spentUsd', 'createdAt', 'runId'], direction: 'DESC' },
  longest: { by: ['workedMs', 'createdAt', 'runId'], direction: 'DESC' },
};

/** Searches all stored runs. */
@Injectable()
export class RunSearchRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Position of the run in the orders; null if it is unknown. */
  placeOf(id: string): Promise<Place | null> {
    return this.dataSource.manager.findOne(RunSearchEntity, {
      select: { runId: true, createdAt: true, spentUsd: true, workedMs: true },
      where: { runId: storable(id) },
    });
  }

  /** Matching runs in the asked order. */
  async page(asked: RunsPage): Promise<readonly Run[]> {
    const ids = await this.idsOf(asked);
    if (ids.length === 0) return [];
    const rows = await this.dataSource.manager.findBy(RunEntity, { id: In(ids) });
    const runs = new Map(rows.map((row) => [row.id, row.record]));
    return ids.map((id) => runs.get(id)).filter((run) => run !== undefined);
  }

  /** How many runs match, whatever the page. */
  async counts({ status, ...asked }: RunSearch): Promise<RunCounts> {
    const rows = await this.matching(asked)
      .innerJoin(RunEntity, 'run', 'run.id = found.runId')
      .select('run.status', 'status')
      .addSelect('COUNT(*)', 'count')
      .groupBy('run.status')
      .getRawMany<{ readonly status: RunStatus; readonly count: number | string }>();
    const known = new Map(rows.map((row) => [row.status, Number(row.count)]));
    const statuses = Object.fromEntries(
      runStatuses.map((each) => [each, known.get(each) ?? 0]),
    ) as Record<RunStatus, number>;
    const all = Object.values(statuses).reduce((sum, count) => sum + count, 0);
    return { total: status === undefined ? all : statuses[status], statuses };
  }

  private async idsOf({ before, limit, sort = 'newest', status, ...asked }: RunsPage) {
    const { by, direction } = orders[sort];
    const found = this.matching(asked).select('found.runId', 'id').limit(limit);
    for (const column of by) found.addOrderBy(`found.${column}`, direction);
    if (status !== undefined) {
      found.innerJoin(RunEntity, 'run', 'run.id = found.runId AND run.status = :status', {
        status,
      });
    }
    if (before !== undefined) {
      const columns = by.map((column) => `found.${column}`).join(', ');
      const values = by.map((column) => `:${column}`).join(', ');
      const follows = direction === 'ASC' ? '>' : '<';
      found.andWhere(`(${columns}) ${follows} (${values})`, { ...before });
    }
    const rows = await found.getRawMany<{ readonly id: string }>();
    return rows.map(({ id }) => id);
  }

  /** The rows of runs that match, apart from their status. */
  private matching(asked: Omit<RunSearch, 'status' | 'sort'>): Found {
    const found = this.dataSource.manager.createQueryBuilder(RunSearchEntity, 'found');
    const { workspaceId, pipelineId, roleId, minUsd, maxUsd, from, to, changed } = asked;
    if (workspaceId !== undefined) found.andWhere({ workspaceId: storable(workspaceId) });
    if (pipelineId !== undefined) found.andWhere({ pipelineId: storable(pipelineId) });
    if (changed !== undefined) found.andWhere({ changed });
    if (roleId !== undefined)
      found.andWhere(`found.roleIds LIKE :roleId ESCAPE '\\'`, { roleId: rolePattern(roleId) });
    if (minUsd !== undefined) found.andWhere('found.spentUsd >= :minUsd', { minUsd });
    if (maxUsd !== undefined) found.andWhere('found.spentUsd <= :maxUsd', { maxUsd });
    // Stored times are whole numbers, and PostgreSQL compares them with whole numbers only.
    if (from !== undefined) found.andWhere('found.createdAt >= :from', { from: Math.ceil(from) });
    if (to !== undefined) found.andWhere('found.createdAt <= :to', { to: Math.floor(to) });
    searchWords(asked.search ?? '').forEach((word, index) => withWord(found, word, index));
    return found;
  }
}

/** Restricts to runs that hold the word, or another form of it. */
function withWord(found: Found, word: string, index: number): void {
  const [literal, form] = [`word${index}`, `form${index}`];
  const stems = searchStemsOf(word);
  const isWord = `found.searchText LIKE :${literal} ESCAPE '\\'`;
  const isForm = `found.searchStems LIKE :${form} ESCAPE '\\'`;
  found.andWhere(stems.trim() === '' ? isWord : `(${isWord} OR ${isForm})`, {
    [literal]: `%${likeLiteral(word)}%`,
    [form]: `%${likeLiteral(stems)}%`,
  });
}
