import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { Transactions } from '../../platform/database/transactions.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import type { MemoryFact, MemorySearchResult } from '../../protocol/records/memory.js';
import { memoryTexts } from '../../protocol/texts/memory.js';
import { FactsRepository } from '../persistence/facts.repository.js';
import { SemanticOrder } from '../semantic/semantic-order.js';
import { FactFinder, type Found, type Lookup } from './fact-finder.js';

/** Facts found lexically, from which the semantic order chooses. */
const candidates = 100;

/**
 * Recall for a reader: lexical search, semantic order if enabled, and a read count for every
 * returned fact.
 */
@Injectable()
export class RecallService {
  private readonly log: ScopedLogger;

  constructor(
    private readonly finder: FactFinder,
    private readonly semantic: SemanticOrder,
    private readonly facts: FactsRepository,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('memory');
  }

  /** Answer of `GET /api/memory/search`; `notice` is null if the facts are ranked. */
  async search(lookup: Lookup): Promise<MemorySearchResult> {
    const { facts, ranked } = await this.ordered(lookup, (wider) => this.finder.find(wider));
    return {
      facts: await this.counted(facts),
      ranked,
      semantic: ranked && this.semantic.inForce,
      notice: ranked ? null : memoryTexts.unranked,
    };
  }

  /** Facts for a turn's prompt, including those that share only some words with the query. */
  async related(lookup: Lookup): Promise<readonly MemoryFact[]> {
    const { facts } = await this.ordered(lookup, (wider) => this.finder.findRelated(wider));
    return this.counted(facts);
  }

  /** Facts for an asking employee; never waits for an embedder. */
  async lexical(lookup: Lookup): Promise<readonly MemoryFact[]> {
    const { facts } = await this.finder.find(lookup);
    return this.counted(facts);
  }

  private async ordered(lookup: Lookup, find: (wider: Lookup) => Promise<Found>): Promise<Found> {
    if (!this.semantic.inForce) return find(lookup);
    const { facts, ranked } = await find({ ...lookup, limit: candidates });
    const ordered = ranked ? await this.semantic.reorder(lookup.query, facts) : facts;
    return { facts: ordered.slice(0, lookup.limit), ranked };
  }

  /** The facts with this read counted. A failing count never fails the search. */
  private async counted(facts: readonly MemoryFact[]): Promise<readonly MemoryFact[]> {
    if (facts.length === 0) return facts;
    const factIds = facts.map(({ id }) => id);
    const at = this.clock.now();
    try {
      await this.transactions.run(async (tx) => {
        await this.facts.countReads(tx.manager, factIds, at);
        tx.publish({ type: 'internal.memory.read', factIds, readAt: at });
      });
    } catch (thrown) {
      this.log.warn(`reads of ${facts.length} fact(s) were not counted: ${messageOf(thrown)}`);
      return facts;
    }
    return facts.map((fact) => ({ ...fact, readCount: fact.readCount + 1, lastReadAt: at }));
  }
}
