import type { DataSource, EntityManager } from 'typeorm';
import { ServerConnection } from '../../platform/database/server-connection.js';
import { FactIndex, type IndexQuery } from './fact-index.js';
import type { SearchTerm } from '../../protocol/rules/search-terms.js';

/** Keeps two replicas from building the index at the same time. */
const buildLock = 'SELECT pg_advisory_xact_lock(727463)';

/**
 * Terms as lexemes with positions, without the server's parser or dictionary, whose words depend on
 * its locale. Tags are far behind the text, so that no phrase spans both.
 */
const lexemes = `
  CREATE OR REPLACE FUNCTION memory_lexemes(terms text, after integer, weight text)
  RETURNS tsvector LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(
      string_agg(format('''%s'':%s%s', term, place + after, weight), ' '), '')::tsvector
    FROM unnest(string_to_array(terms, ' ')) WITH ORDINALITY AS listed (term, place)
    WHERE term <> ''
  $$`;

/** A scope as a lexeme that no query term can equal, because terms contain no number sign. */
const scopeLexeme = `
  CREATE OR REPLACE FUNCTION memory_scope_lexeme(scope_key text)
  RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT '#' || md5(scope_key) $$`;

const anyScope = `
  CREATE OR REPLACE FUNCTION memory_any_scope(scope_keys text[])
  RETURNS tsquery LANGUAGE sql IMMUTABLE AS $$
    SELECT string_agg('''' || memory_scope_lexeme(scope_key) || '''', ' | ')::tsquery
    FROM unnest(scope_keys) AS scope_key
  $$`;

const fillFrom = (fact: string) => `
  INSERT INTO memory_index (position, terms)
  SELECT ${fact}.position,
    memory_lexemes(${fact}.search_text, 0, 'A') || memory_lexemes(${fact}.search_tags, 1000, 'B')
      || array_to_tsvector(ARRAY[memory_scope_lexeme(${fact}.scope_key)])`;

const build = [
  `CREATE TABLE memory_index (position bigint PRIMARY KEY, terms tsvector NOT NULL)`,
  `CREATE INDEX memory_index_terms ON memory_index USING gin (terms) WITH (fastupdate = off)`,
  lexemes,
  scopeLexeme,
  anyScope,
  `CREATE OR REPLACE FUNCTION memory_index_follow() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF new.invalid_from IS NULL THEN ${fillFrom('new')} ON CONFLICT DO NOTHING;
      ELSE DELETE FROM memory_index WHERE position = new.position;
      END IF;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER memory_index_follow AFTER INSERT OR UPDATE OF invalid_from ON memory_facts
    FOR EACH ROW EXECUTE FUNCTION memory_index_follow()`,
  `${fillFrom('fact')} FROM memory_facts fact WHERE fact.invalid_from IS NULL`,
];

/**
 * Weights as in SQLite, 10 to 4; long facts count less (1 = divided by the logarithm of the
 * length). Unlike BM25, `ts_rank` ignores how rare a word is.
 *
 * Scopes among the terms spare the index other floors' facts; visibility is decided by the facts'
 * own keys.
 */
const search = `
  SELECT fact.id FROM memory_index
  JOIN memory_facts fact ON fact.position = memory_index.position
  WHERE memory_index.terms @@ ($1::tsquery && memory_any_scope($2)) AND fact.scope_key = ANY ($2)
  ORDER BY ts_rank('{0, 0, 0.4, 1}', memory_index.terms, $1::tsquery, 1) DESC,
    fact.confidence DESC, fact.valid_from DESC, fact.position DESC
  LIMIT $3`;

export class PostgresFactIndex extends FactIndex {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  override async search({ scopes, terms, match, limit }: IndexQuery): Promise<readonly string[]> {
    const query = textQuery(terms, match);
    const rows = await this.dataSource.query<{ id: string }[]>(search, [query, scopes.keys, limit]);
    return rows.map(({ id }) => id);
  }

  override async isIntact(): Promise<boolean> {
    const [found] = await this.dataSource.query<{ intact: boolean }[]>(`
      SELECT to_regclass('memory_index_terms') IS NOT NULL AND EXISTS (
        SELECT 1 FROM pg_trigger
        WHERE tgname = 'memory_index_follow' AND tgrelid = 'memory_facts'::regclass) AS intact`);
    return found?.intact === true;
  }

  override async rebuild(manager: EntityManager): Promise<void> {
    // Depends on the number of facts, so it has no time limit.
    const run = (text: string): Promise<unknown> =>
      ServerConnection.of(manager)?.runAtLength(text) ?? manager.query(text);
    await run(buildLock);
    // Another replica may have built it while this one waited for the lock.
    if (await this.isIntact()) return;
    await this.detach(manager);
    await manager.query('DROP TABLE IF EXISTS memory_index');
    for (const statement of build) await run(statement);
  }

  override async detach(manager: EntityManager): Promise<void> {
    await manager.query('DROP TRIGGER IF EXISTS memory_index_follow ON memory_facts');
  }
}

/**
 * Each term as a phrase of quoted lexemes, which are letters and digits and so cannot end a quote.
 */
function textQuery(terms: readonly SearchTerm[], match: IndexQuery['match']): string {
  return terms
    .map((term) => `(${term.map((part) => `'${part}'`).join(' <-> ')})`)
    .join(match === 'all' ? ' & ' : ' | ');
}
