import type { EntityManager } from 'typeorm';
import type { ReadableScopes } from './readable-scopes.js';
import type { SearchTerm } from './search-terms.js';

export interface IndexQuery {
  readonly scopes: ReadableScopes;
  /** At least one. */
  readonly terms: readonly SearchTerm[];
  /** Whether a fact must hold all terms or only one of them. */
  readonly match: 'all' | 'any';
  readonly limit: number;
}

/**
 * The full-text index over the active facts, in the words of one database. It is derived from the
 * rows of the ledger and kept in step with them by triggers, so it can always be built again.
 *
 * Both adapters keep one contract (test/memory/fact-index.e2e-spec.ts): the same facts are found,
 * and those that tie in rank come by confidence, then by the newest. Only the formula of the rank
 * itself is the database's own.
 */
export abstract class FactIndex {
  /** Ids of the best facts within the scopes, the best first. */
  abstract search(query: IndexQuery): Promise<readonly string[]>;

  /** Whether the index and its triggers are there and answer. */
  abstract isIntact(): Promise<boolean>;

  /** Builds an index that is not intact anew from the facts. */
  abstract rebuild(manager: EntityManager): Promise<void>;

  /** Takes the triggers away, so that facts can be written without an index. */
  abstract detach(manager: EntityManager): Promise<void>;
}
