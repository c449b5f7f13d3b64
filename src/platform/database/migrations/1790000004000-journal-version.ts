import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { integer } from './tables.js';

/** Runs record the version of their journal. */
export class JournalVersion1790000004000 implements MigrationInterface {
  readonly name = 'JournalVersion1790000004000';

  async up(runner: QueryRunner): Promise<void> {
    const column = new TableColumn(integer('journal_version', { default: 1 }));
    await runner.addColumn('runs', column);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('runs', 'journal_version');
  }
}
