import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource, type EntityMetadata, type Table } from 'typeorm';
import { emptyDatabase } from '#test/support/temporary-database.js';
import { testDatabases } from '#test/support/test-databases.js';
import { entities } from '#entities.js';
import { dataSourceOptions } from '../data-source.js';
import { migrations } from './migrations.js';

/** A column as both the entities and the database describe it. */
interface Shape {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly primary: boolean;
}

/** PostgreSQL may prefix the name with the schema. */
const nameOf = (table: Table): string => table.name.split('.').at(-1) ?? '';

const bookkeeping = ['migrations', 'sqlite_sequence'];

const byName = (a: Shape, b: Shape): number => (a.name < b.name ? -1 : 1);

/** The columns that the entities define. */
function expectedColumns(dataSource: DataSource, entity: EntityMetadata): readonly Shape[] {
  return entity.columns
    .map((column) => ({
      name: column.databaseName,
      type: dataSource.driver.normalizeType(column),
      nullable: column.isNullable,
      primary: column.isPrimary,
    }))
    .sort(byName);
}

/** The columns that the migrations created. */
function actualColumns(table: Table): readonly Shape[] {
  return table.columns
    .map(({ name, type, isNullable, isPrimary }) => ({
      name,
      type,
      nullable: isNullable,
      primary: isPrimary,
    }))
    .sort(byName);
}

describe.each(testDatabases)('the migrated schema on $name', ({ url }) => {
  const database = emptyDatabase(url, () => ':memory:');
  let dataSource: DataSource;

  beforeAll(async () => {
    dataSource = new DataSource({
      ...dataSourceOptions(database(), entities),
      migrationsRun: false,
    });
    await dataSource.initialize();
  });
  afterAll(() => dataSource.destroy());

  /** The service's tables, without those of the database and of TypeORM. */
  async function tables(): Promise<readonly Table[]> {
    await using runner = dataSource.createQueryRunner();
    const all = await runner.getTables();
    return all.filter(
      (table) => (table.schema ?? 'public') === 'public' && !bookkeeping.includes(nameOf(table)),
    );
  }

  it('is made by all migrations in one go', async () => {
    const run = await dataSource.runMigrations({ transaction: 'all' });
    expect(run.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
    expect(await dataSource.showMigrations()).toBe(false);
  });

  it('holds what the entities expect, column for column', async () => {
    const made = await tables();
    for (const entity of dataSource.entityMetadatas) {
      const table = made.find((candidate) => nameOf(candidate) === entity.tableName);
      expect({ table: entity.tableName, columns: table && actualColumns(table) }).toEqual({
        table: entity.tableName,
        columns: expectedColumns(dataSource, entity),
      });
    }
  });

  it('can be taken back and made again', async () => {
    const before = (await tables()).map(nameOf).sort();
    for (let count = migrations.length; count > 0; count--) {
      await dataSource.undoLastMigration({ transaction: 'all' });
    }
    expect((await tables()).map(nameOf)).toEqual([]);
    await dataSource.runMigrations({ transaction: 'all' });
    expect((await tables()).map(nameOf).sort()).toEqual(before);
  });
});
