import type { MigrationInterface, QueryRunner } from 'typeorm';
import { double, flag, integer, key, table, text } from './tables.js';

/** Documents of the installation, its floors, and what each employee has used so far. */
export class Office1790000001000 implements MigrationInterface {
  readonly name = 'Office1790000001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      table('office_documents', [text('key', key), text('document_json'), integer('updated_at')]),
    );
    await runner.createTable(
      table('workspaces', [
        text('id', key),
        integer('floor'),
        text('document_json'),
        double('spent_usd'),
        integer('created_at'),
      ]),
    );
    await runner.createTable(
      table('employee_usage', [
        text('workspace_id', key),
        text('role_id', key),
        integer('turns'),
        integer('tokens_in'),
        integer('tokens_out'),
        double('cost_usd'),
        flag('estimated'),
      ]),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('employee_usage');
    await runner.dropTable('workspaces');
    await runner.dropTable('office_documents');
  }
}
