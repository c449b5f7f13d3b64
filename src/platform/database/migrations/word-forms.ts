import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Run } from '#protocol/records/work.js';
import { orderValueOf } from '#protocol/rules/run-order.js';
import { rolesOf, searchStemsOf, searchTextOf } from '#protocol/rules/run-search.js';
import { indexedTerms } from '#protocol/rules/search-terms.js';
import { wordStem } from '#protocol/rules/word-stem.js';
import { eachRow, isOnServer, updateRow } from './rows.js';

interface StoredRun {
  readonly id: string;
  readonly record_json: string;
}

/** Fields by which runs are searched besides words, and stems of the words of runs and facts. */
export class WordForms1790000056000 implements MigrationInterface {
  readonly name = 'WordForms1790000056000';

  async up(runner: QueryRunner): Promise<void> {
    // An older replica that is still at work inserts runs without these.
    for (const column of searchColumns)
      await runner.query(`ALTER TABLE run_search ADD COLUMN ${column}`);
    await eachRow<StoredRun>(runner, ['id', 'record_json'], 'runs', async ({ id, record_json }) => {
      const run = JSON.parse(record_json) as Run;
      await updateRow(runner, 'run_search', { run_id: id }, laterColumns(run));
    });
    await runner.query(
      `UPDATE run_search SET changed = 1 WHERE run_id IN (
        SELECT run_id FROM turns
        WHERE (record_json LIKE '%"wroteFiles":["%' OR record_json LIKE '%"diff":{"files":[{%')
        AND record_json NOT LIKE '%"takenFrom":"%')`,
    );
    await rewriteTerms(runner, wordStem);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of searchColumns) {
      const [name] = column.split(' ');
      await runner.query(`ALTER TABLE run_search DROP COLUMN ${name}`);
    }
    await rewriteTerms(runner, (word) => word);
  }
}

const searchColumns = [
  "search_stems text NOT NULL DEFAULT ''",
  "pipeline_id text NOT NULL DEFAULT ''",
  "role_ids text NOT NULL DEFAULT ''",
  'spent_usd double precision NOT NULL DEFAULT 0',
  'worked_ms bigint NOT NULL DEFAULT 0',
  'changed integer NOT NULL DEFAULT 0',
];

function laterColumns(run: Run) {
  return {
    search_stems: searchStemsOf(searchTextOf(run)),
    pipeline_id: run.pipelineId,
    role_ids: `\n${rolesOf(run).join('\n')}\n`.toLowerCase(),
    spent_usd: run.budget.spentUsd,
    worked_ms: orderValueOf(run, 'longest'),
  };
}

interface StoredFact {
  readonly id: string;
  readonly text: string;
  readonly tags_json: string;
}

/** Writes the indexed terms of facts anew and drops their index, which the next start builds. */
async function rewriteTerms(runner: QueryRunner, form: (word: string) => string): Promise<void> {
  await eachRow<StoredFact>(runner, ['id', 'text', 'tags_json'], 'memory_facts', (fact) => {
    const tags = (JSON.parse(fact.tags_json) as string[]).join(' ');
    const terms = {
      search_text: indexedTerms(fact.text, form),
      search_tags: indexedTerms(tags, form),
    };
    return updateRow(runner, 'memory_facts', { id: fact.id }, terms);
  });
  const triggers = isOnServer(runner.connection)
    ? ['memory_index_follow ON memory_facts']
    : ['memory_index_written', 'memory_index_ended'];
  for (const trigger of triggers) await runner.query(`DROP TRIGGER IF EXISTS ${trigger}`);
  await runner.query('DROP TABLE IF EXISTS memory_index');
}
