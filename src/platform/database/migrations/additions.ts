import type { MigrationInterface, QueryRunner, Table } from 'typeorm';

/** A migration that only adds tables or columns. The database stores its name. */
type Addition = new () => MigrationInterface & { readonly name: string };

/** Adds columns in plain SQL, because TypeORM rebuilds a SQLite table for each. */
export function addsColumns(name: string, to: string, columns: readonly string[]): Addition {
  class Columns {
    readonly name = name;

    async up(runner: QueryRunner): Promise<void> {
      for (const column of columns) await runner.query(`ALTER TABLE ${to} ADD COLUMN ${column}`);
    }

    async down(runner: QueryRunner): Promise<void> {
      for (const column of columns.toReversed()) {
        const [added] = column.split(' ');
        await runner.query(`ALTER TABLE ${to} DROP COLUMN ${added}`);
      }
    }
  }
  return named(Columns, name);
}

export function addsTable(name: string, table: Table): Addition {
  class Added {
    readonly name = name;

    async up(runner: QueryRunner): Promise<void> {
      await runner.createTable(table);
    }

    async down(runner: QueryRunner): Promise<void> {
      await runner.dropTable(table);
    }
  }
  return named(Added, name);
}

/** Not a static field: some compilers assign it, and the name of a class cannot be assigned. */
function named(migration: Addition, name: string): Addition {
  return Object.defineProperty(migration, 'name', { value: name });
}
