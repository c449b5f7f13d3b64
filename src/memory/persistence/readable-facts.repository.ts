import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, LessThan } from 'typeorm';
import type { MemoryFact } from '../../protocol/records/memory.js';
import type { ReadableScopes } from '../recall/readable-scopes.js';
import { MemoryFactEntity, toFact } from './memory.entities.js';
import { Tally, tallyNames } from './tally.js';

const scanPage = 500;

/** Active facts visible to one reader; every read names the scopes. */
@Injectable()
export class ReadableFactsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tally: Tally,
  ) {}

  async count(scopes: ReadableScopes): Promise<number> {
    const counts = await this.tally.read(...scopes.keys.map(tallyNames.within));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** By confidence, then newest; each scope is read in index order. */
  async surest(scopes: ReadableScopes, limit: number): Promise<readonly MemoryFact[]> {
    const rows: MemoryFactEntity[] = [];
    for (const scopeKey of scopes.keys) {
      rows.push(
        ...(await this.dataSource.manager.find(MemoryFactEntity, {
          where: { scopeKey, invalidFrom: IsNull() },
          order: { confidence: 'DESC', validFrom: 'DESC', position: 'DESC' },
          take: limit,
        })),
      );
    }
    return rows.sort(bySureness).slice(0, limit).map(toFact);
  }

  /** All of them, newest first, page by page. */
  async *newestFirst(scopes: ReadableScopes): AsyncGenerator<readonly MemoryFact[]> {
    let before = Number.MAX_SAFE_INTEGER;
    for (;;) {
      const rows = await this.dataSource.manager.find(MemoryFactEntity, {
        where: { scopeKey: In(scopes.keys), invalidFrom: IsNull(), position: LessThan(before) },
        order: { position: 'DESC' },
        take: scanPage,
      });
      if (rows.length > 0) yield rows.map(toFact);
      if (rows.length < scanPage) return;
      before = rows[rows.length - 1]?.position ?? 0;
    }
  }
}

function bySureness(a: MemoryFactEntity, b: MemoryFactEntity): number {
  return b.confidence - a.confidence || b.validFrom - a.validFrom || b.position - a.position;
}
