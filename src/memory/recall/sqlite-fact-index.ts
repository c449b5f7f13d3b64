import type { DataSource, EntityManager } from 'typeorm';
import { FactIndex, type IndexQuery } from './fact-index.js';
import type { SearchTerm } from '../../protocol/rules/search-terms.js';

/**
 * FTS5 without a copy of the texts. A row id is the scope's number followed by the fact's position,
 * so rows of a scope are adjacent and a search does not read other floors. The `ascii` tokenizer
 * only splits at the blanks of `indexedTerms`.
 */
const tables = [
  `CREATE TABLE memory_index_scopes (number INTEGER PRIMARY KEY, scope_key TEXT NOT NULL UNIQUE)`,
  `CREATE VIRTUAL TABLE memory_index USING fts5(
    text, tags, content = '', contentless_delete = 1, tokenize = 'ascii')`,
];

const rowIdOf = (fact: string) => `
  (SELECT number << 32 FROM memory_index_scopes WHERE scope_key = ${fact}.scope_key) + ${fact}.position`;

const addScopes = `INSERT OR IGNORE INTO memory_index_scopes (scope_key)`;

const addTerms = (fact: string) => `
  INSERT INTO memory_index (rowid, text, tags)
  SELECT ${rowIdOf(fact)}, ${fact}.search_text, ${fact}.search_tags`;

const triggers = {
  memory_index_written: `
    CREATE TRIGGER memory_index_written AFTER INSERT ON memory_facts
    WHEN new.invalid_from IS NULL
    BEGIN ${addScopes} VALUES (new.scope_key); ${addTerms('new')}; END`,
  memory_index_ended: `
    CREATE TRIGGER memory_index_ended AFTER UPDATE OF invalid_from ON memory_facts
    WHEN old.invalid_from IS NULL AND new.invalid_from IS NOT NULL
    BEGIN DELETE FROM memory_index WHERE rowid = ${rowIdOf('old')}; END`,
};

const backfill = [
  `${addScopes} SELECT scope_key FROM memory_facts WHERE invalid_from IS NULL`,
  `${addTerms('fact')} FROM memory_facts fact WHERE fact.invalid_from IS NULL`,
];

/**
 * BM25 with weights ten for text and four for tags. A covering index (`memory_facts_ranking`)
 * spares reading rows of facts that are not returned.
 */
const search = (scopes: number) => `
  SELECT fact.id FROM memory_index_scopes scope
  CROSS JOIN memory_index
  JOIN memory_facts fact
    ON fact.position = memory_index.rowid & 4294967295 AND fact.scope_key = scope.scope_key
  WHERE scope.scope_key IN (${Array(scopes).fill('?').join(', ')})
    AND memory_index MATCH ?
    AND memory_index.rowid BETWEEN scope.number << 32 AND (scope.number << 32) + 4294967295
  ORDER BY bm25(memory_index, 10.0, 4.0), fact.confidence DESC, fact.valid_from DESC,
    fact.position DESC
  LIMIT ?`;

export class SqliteFactIndex extends FactIndex {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  override async search({ scopes, terms, match, limit }: IndexQuery): Promise<readonly string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(search(scopes.keys.length), [
      ...scopes.keys,
      matchExpression(terms, match),
      limit,
    ]);
    return rows.map(({ id }) => id);
  }

  override async isIntact(): Promise<boolean> {
    const known = await this.dataSource.sql<unknown[]>`
      SELECT name FROM sqlite_master WHERE name IN (${() => Object.keys(triggers)})`;
    if (known.length < Object.keys(triggers).length) return false;
    const probe = `SELECT rowid FROM memory_index WHERE memory_index MATCH '"probe"' LIMIT 1`;
    return this.dataSource.query(probe).then(
      () => true,
      () => false,
    );
  }

  override async rebuild(manager: EntityManager): Promise<void> {
    await this.detach(manager);
    await manager.query('DROP TABLE IF EXISTS memory_index');
    await manager.query('DROP TABLE IF EXISTS memory_index_scopes');
    for (const statement of [...tables, ...Object.values(triggers), ...backfill]) {
      await manager.query(statement);
    }
  }

  override async detach(manager: EntityManager): Promise<void> {
    for (const name of Object.keys(triggers)) {
      await manager.query(`DROP TRIGGER IF EXISTS ${name}`);
    }
  }
}

/** Each term as a quoted phrase of letters and digits, which cannot end the quote. */
function matchExpression(terms: readonly SearchTerm[], match: IndexQuery['match']): string {
  return terms.map((term) => `"${term.join(' ')}"`).join(match === 'all' ? ' AND ' : ' OR ');
}
