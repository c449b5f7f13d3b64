import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The group of replicas that sees a floor's files, and the group of each replica; null: none. */
export class ReplicaGroups1790000041000 implements MigrationInterface {
  readonly name = 'ReplicaGroups1790000041000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE workspaces ADD COLUMN replica_group text');
    await runner.query('ALTER TABLE lease_holders ADD COLUMN replica_group text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE lease_holders DROP COLUMN replica_group');
    await runner.query('ALTER TABLE workspaces DROP COLUMN replica_group');
  }
}
