import type { MigrationInterface, QueryRunner } from 'typeorm';
import { double, index, integer, key, optional, table, text } from './tables.js';

/**
 * The ledger of facts, their readers, vectors and counts. The full-text index is derived from the
 * facts and built at boot if it is missing.
 */
export class Memory1790000003000 implements MigrationInterface {
  readonly name = 'Memory1790000003000';

  async up(runner: QueryRunner): Promise<void> {
    await createFacts(runner);
    await createCompanions(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['memory_tally', 'memory_vectors', 'fact_reads', 'memory_facts']) {
      await runner.dropTable(name);
    }
  }
}

const whileActive = { where: 'invalid_from IS NULL' };

async function createFacts(runner: QueryRunner): Promise<void> {
  await runner.createTable(
    table(
      'memory_facts',
      [
        text('id', key),
        integer('position'),
        text('scope'),
        text('scope_key'),
        text('workspace_id', optional),
        text('role_id', optional),
        text('kind'),
        text('text'),
        text('origin'),
        text('tags_json'),
        text('source', optional),
        double('confidence'),
        integer('created_at'),
        integer('updated_at'),
        integer('valid_from'),
        integer('invalid_from', optional),
        text('superseded_by', optional),
        text('supersedes', optional),
        text('retract_reason', optional),
        integer('read_count'),
        integer('last_read_at', optional),
        text('search_text'),
        text('search_tags'),
      ],
      [
        // A covering index for ranking, so that a search reads only the rows it returns.
        index('memory_facts_ranking', 'position', 'scope_key', 'confidence', 'valid_from', 'id'),
        { ...index('memory_facts_newest', 'position'), ...whileActive },
        {
          ...index('memory_facts_surest', 'scope_key', 'confidence', 'valid_from', 'position'),
          ...whileActive,
        },
      ],
    ),
  );
}

async function createCompanions(runner: QueryRunner): Promise<void> {
  const bytes = runner.dataSource.options.type === 'postgres' ? 'bytea' : 'blob';
  await runner.createTable(
    table(
      'fact_reads',
      [text('fact_id', key), text('run_id', key), integer('at')],
      [index('fact_reads_newest', 'fact_id', 'at')],
    ),
  );
  await runner.createTable(
    table('memory_vectors', [
      text('fact_id', key),
      text('model', key),
      { name: 'vector', type: bytes },
    ]),
  );
  await runner.createTable(table('memory_tally', [text('name', key), integer('amount')]));
}
