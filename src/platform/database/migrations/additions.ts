import type { MigrationInterface, QueryRunner, Table } from 'typeorm';

/** A migration that does nothing but add; its name stands in the database. */
type Addition = new () => MigrationInterface & { readonly name: string };

/** Adds columns in plain SQL, because TypeORM rebuilds a SQLite table for each. */
export function addsColumns(name: string, to: string, columns: readonly string[]): Addition {
  return class {
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
  };
}

export function addsTable(name: string, table: Table): Addition {
  return class {
    readonly name = name;

    async up(runner: QueryRunner): Promise<void> {
      await runner.createTable(table);
    }

    async down(runner: QueryRunner): Promise<void> {
      await runner.dropTable(table);
    }
  };
}
