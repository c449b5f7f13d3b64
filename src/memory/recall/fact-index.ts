import type { EntityManager } from 'typeorm';
import type { ReadableScopes } from './readable-scopes.js';
import type { SearchTerm } from '../../protocol/rules/search-terms.js';

export interface IndexQuery {
  readonly scopes: ReadableScopes;
  /** At least one. */
  readonly terms: readonly SearchTerm[];
  /** Whether all terms must match, or any. */
  readonly match: 'all' | 'any';
  readonly limit: number;
}

/**
 * The full-text index over active facts, for one database. Derived from the ledger's rows and kept
 * in sync by triggers, so it can always be rebuilt.
 *
 * Both adapters find the same facts (test/memory/fact-index.e2e-spec.ts), with ties ordered by
 * confidence, then newest. Only the ranking formula differs.
 */
export abstract class FactIndex {
  /** Ids of the best facts within the scopes, the best first. */
  abstract search(query: IndexQuery): Promise<readonly string[]>;

  /** True if the index and its triggers exist and answer. */
  abstract isIntact(): Promise<boolean>;

  /** Rebuilds the index from the facts. */
  abstract rebuild(manager: EntityManager): Promise<void>;

  /** Removes the triggers, so that facts can be written without an index. */
  abstract detach(manager: EntityManager): Promise<void>;
}
