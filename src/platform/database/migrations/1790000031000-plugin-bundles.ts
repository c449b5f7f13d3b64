import type { MigrationInterface, QueryRunner } from 'typeorm';
import { key, table, text } from './tables.js';

/** Bundles of installed plugins by hash, from which every replica installs them. */
export class PluginBundles1790000031000 implements MigrationInterface {
  readonly name = 'PluginBundles1790000031000';

  async up(runner: QueryRunner): Promise<void> {
    const bytes = runner.dataSource.options.type === 'postgres' ? 'bytea' : 'blob';
    await runner.createTable(
      table('plugin_bundles', [text('hash', key), { name: 'archive', type: bytes }]),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('plugin_bundles');
  }
}
