import type { MigrationInterface, QueryRunner } from 'typeorm';
import { index, integer, key, table, text } from './tables.js';

/** Answers to commands with an id. */
export class CommandAnswers1790000044000 implements MigrationInterface {
  readonly name = 'CommandAnswers1790000044000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      table(
        'command_answers',
        [text('key', key), text('fingerprint'), text('answer_json'), integer('at')],
        [index('command_answers_by_time', 'at')],
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('command_answers');
  }
}
