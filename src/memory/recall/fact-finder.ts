import { Injectable } from '@nestjs/common';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import type { MemoryFact } from '../../protocol/records/memory.js';
import { isActive } from '../ledger/is-active.js';
import { FactsRepository } from '../persistence/facts.repository.js';
import { ReadableFactsRepository } from '../persistence/readable-facts.repository.js';
import { FactIndex } from './fact-index.js';
import { FactIndexSetup } from './fact-index-setup.js';
import type { ReadableScopes } from './readable-scopes.js';
import { foldText, type SearchTerm, searchTerms } from '../../protocol/rules/search-terms.js';

export interface Lookup {
  readonly scopes: ReadableScopes;
  readonly query: string;
  readonly limit: number;
}

export interface Found {
  readonly facts: readonly MemoryFact[];
  /** False: the full-text index is unavailable, and the facts come from a scan. */
  readonly ranked: boolean;
}

type Search = (terms: readonly SearchTerm[]) => Promise<readonly string[]>;

/**
 * Lexical search: active facts within the reader's scopes, in the order of docs/memory.md, Recall.
 * Counts no reads.
 */
@Injectable()
export class FactFinder {
  private readonly log: ScopedLogger;

  constructor(
    private readonly index: FactIndex,
    private readonly keeper: FactIndexSetup,
    private readonly facts: FactsRepository,
    private readonly readable: ReadableFactsRepository,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('memory');
  }

  /** Facts with every term of the query; those with the highest confidence if it has none. */
  find(lookup: Lookup): Promise<Found> {
    return this.lookUp(lookup, (terms) => this.search(lookup, terms, 'all'));
  }

  /**
   * Facts with every term first, then those with any. For whole briefs, whose words hardly any fact
   * contains completely.
   */
  findRelated(lookup: Lookup): Promise<Found> {
    return this.lookUp(lookup, async (terms) => {
      const best = await this.search(lookup, terms, 'all');
      if (best.length >= lookup.limit) return best;
      const related = await this.search(lookup, terms, 'any');
      return [...new Set([...best, ...related])].slice(0, lookup.limit);
    });
  }

  private async lookUp(lookup: Lookup, search: Search): Promise<Found> {
    const ranked = this.keeper.available;
    const terms = searchTerms(lookup.query);
    if (lookup.query.trim() === '' || (ranked && terms.length === 0)) {
      return { facts: await this.readable.surest(lookup.scopes, lookup.limit), ranked };
    }
    const facts = ranked ? await this.ranked(() => search(terms)) : null;
    return facts === null ? this.scanned(lookup) : { facts, ranked };
  }

  /** Null if the index fails although it worked at boot. */
  private async ranked(
    search: () => Promise<readonly string[]>,
  ): Promise<readonly MemoryFact[] | null> {
    try {
      const facts = await this.facts.inOrder(await search());
      // One of them may have ended since.
      return facts.filter(isActive);
    } catch (thrown) {
      this.log.warn(`the full-text index failed and facts are scanned: ${messageOf(thrown)}`);
      return null;
    }
  }

  private async scanned({ scopes, query, limit }: Lookup): Promise<Found> {
    const pages = this.readable.newestFirst(scopes);
    return { facts: await scanFacts(pages, query, limit), ranked: false };
  }

  private search(
    { scopes, limit }: Lookup,
    terms: readonly SearchTerm[],
    match: 'all' | 'any',
  ): Promise<readonly string[]> {
    return this.index.search({ scopes, terms, match, limit });
  }
}

/**
 * The fallback without the full-text index: facts that contain the query literally, in text or
 * tags, in any case. Keeps the pages' order and reads no more than needed.
 */
export async function scanFacts(
  pages: AsyncIterable<readonly MemoryFact[]>,
  query: string,
  limit: number,
): Promise<readonly MemoryFact[]> {
  const sought = foldText(query.trim());
  const found: MemoryFact[] = [];
  for await (const page of pages) {
    found.push(...page.filter((fact) => holds(fact, sought)));
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

function holds({ text, tags }: MemoryFact, sought: string): boolean {
  return [text, ...tags].some((part) => foldText(part).includes(sought));
}
