import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { optional, text } from './tables.js';

/** Runs keep what was found in their workspace when they began; null: nobody has looked yet. */
export class RepositoryBrief1790000027000 implements MigrationInterface {
  readonly name = 'RepositoryBrief1790000027000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('runs', new TableColumn(text('repository_brief', optional)));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('runs', 'repository_brief');
  }
}
