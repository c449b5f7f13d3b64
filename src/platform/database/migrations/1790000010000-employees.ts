import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns for an employee's current activity. */
const columns = [
  "status text NOT NULL DEFAULT 'idle'",
  'activity text',
  'current_run_id text',
  'current_turn_id text',
  "active_skill_ids_json text NOT NULL DEFAULT '[]'",
  'last_route_json text',
  'last_error text',
];

/**
 * Stores the current activity of employees, so that every replica shows it. Plain SQL, because
 * TypeORM rebuilds a SQLite table for each added column.
 */
export class Employees1790000010000 implements MigrationInterface {
  readonly name = 'Employees1790000010000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE employee_usage RENAME TO employees');
    for (const column of columns) await runner.query(`ALTER TABLE employees ADD COLUMN ${column}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of columns) {
      const [name] = column.split(' ');
      await runner.query(`ALTER TABLE employees DROP COLUMN ${name}`);
    }
    await runner.query('ALTER TABLE employees RENAME TO employee_usage');
  }
}
