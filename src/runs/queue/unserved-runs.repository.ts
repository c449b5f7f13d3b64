import { Injectable } from '@nestjs/common';
import { databaseNow, Statement } from '../../platform/database/statement.js';
import type { Tx } from '../../platform/database/tx.js';
import { runOrderSql } from './run-order.js';

const mostAtOnce = 100;

const now = databaseNow('postgres');

const alive = `holder.expires_at >= ${now}`;

const groups = new Statement(
  'SELECT DISTINCT floor.replica_group FROM workspaces floor ' +
    'JOIN runs run ON run.workspace_id = floor.id AND run.ended_at IS NULL ' +
    'WHERE floor.replica_group IS NOT NULL AND NOT EXISTS (SELECT 1 FROM lease_holders holder ' +
    `WHERE holder.replica_group = floor.replica_group AND ${alive})`,
);

/** Leases stay locked until the transaction ends, so nobody begins work on the runs meanwhile. */
const untold = new Statement(
  'SELECT lease.run_id FROM run_leases lease JOIN runs run ON run.id = lease.run_id ' +
    'JOIN workspaces floor ON floor.id = run.workspace_id ' +
    'WHERE run.ended_at IS NULL AND floor.replica_group = ? ' +
    `AND (lease.rests_until IS NULL OR lease.rests_until <= ${now}) ` +
    'AND POSITION(? IN run.record_json) = 0 ' +
    'AND (lease.owner IS NULL OR lease.owner NOT IN ' +
    `(SELECT owner FROM lease_holders holder WHERE ${alive})) ` +
    `ORDER BY ${runOrderSql} LIMIT ${mostAtOnce} FOR UPDATE OF lease SKIP LOCKED`,
);

/** Runs whose files no replica sees. PostgreSQL only, because other databases have no groups. */
@Injectable()
export class UnservedRunsRepository {
  /** Groups that have runs but no replica. */
  async groups({ manager }: Tx): Promise<readonly string[]> {
    const rows = await groups.run(manager, []);
    return rows.map(({ replica_group: group }) => String(group));
  }

  /**
   * Runs of such a group, without a holder, whose record does not give the reason yet; locked.
   * Resting and parked runs are left out.
   */
  async untold({ manager }: Tx, group: string, why: string): Promise<readonly string[]> {
    const rows = await untold.run(manager, [group, `"error":${JSON.stringify(why)}`]);
    return rows.map(({ run_id: runId }) => String(runId));
  }
}
