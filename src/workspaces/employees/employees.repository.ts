import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Row } from '../../platform/database/embedded-connection.js';
import { places, Statement } from '../../platform/database/statement.js';
import type { Tx } from '../../platform/database/tx.js';
import type { EmployeeUsage } from '../../protocol/records/organisation.js';
import type { UsageRecord } from '../../protocol/records/work.js';
import { atRest, type EmployeeActivity } from './employee-state.js';
import { EmployeeEntity } from '../persistence/workspace.entities.js';

const nothingUsed: EmployeeUsage = { turns: 0, tokensIn: 0, tokensOut: 0, costUsd: 0 };

export interface EmployeeKey {
  readonly workspaceId: string;
  readonly roleId: string;
}

/** The stored part of an employee; its role is stored with the floor. */
export interface EmployeeRecord {
  readonly doing: EmployeeActivity;
  readonly lifetime: EmployeeUsage;
}

export const unusedEmployee: EmployeeRecord = { doing: atRest, lifetime: nothingUsed };

/** Columns of the activity, and how they are written. */
const activityColumns: Readonly<Record<keyof EmployeeActivity, string>> = {
  status: 'status',
  activity: 'activity',
  currentRunId: 'current_run_id',
  currentTurnId: 'current_turn_id',
  activeSkillIds: 'active_skill_ids_json',
  lastRoute: 'last_route_json',
  lastError: 'last_error',
};
const activityKeys = Object.keys(activityColumns) as (keyof EmployeeActivity)[];

const columns = [
  ...['workspace_id', 'role_id', 'turns', 'tokens_in', 'tokens_out', 'cost_usd', 'estimated'],
  ...Object.values(activityColumns),
];

function upsert(update: readonly string[]): Statement {
  return new Statement(
    `INSERT INTO employees (${columns.join(', ')}) VALUES ${places(1, columns.length)} ` +
      `ON CONFLICT (workspace_id, role_id) DO UPDATE SET ${update.join(', ')} RETURNING *`,
  );
}

/** Adding in the database keeps sums correct under concurrency. */
const oneTurnMore = [
  'turns = employees.turns + 1',
  'tokens_in = employees.tokens_in + excluded.tokens_in',
  'tokens_out = employees.tokens_out + excluded.tokens_out',
  'cost_usd = employees.cost_usd + excluded.cost_usd',
  'estimated = employees.estimated | excluded.estimated',
];

const changes = new Map<string, Statement>();

const select = new Statement('SELECT * FROM employees WHERE workspace_id = ? AND role_id = ?');

const setAllIdle = new Statement(
  `UPDATE employees SET ${activityKeys.map((key) => `${activityColumns[key]} = ?`).join(', ')} ` +
    'WHERE workspace_id = ?',
);

/** The rows of employees. */
@Injectable()
export class EmployeesRepository {
  async all(manager: EntityManager): Promise<readonly (EmployeeKey & EmployeeRecord)[]> {
    const rows = await manager.find(EmployeeEntity);
    return rows.map(({ workspaceId, roleId, ...row }) => ({
      workspaceId,
      roleId,
      doing: activityIn(row),
      lifetime: usageIn(row),
    }));
  }

  /** The employee as the transaction sees it; without a row there is no usage. */
  async find(tx: Tx, { workspaceId, roleId }: EmployeeKey): Promise<EmployeeRecord> {
    const [row] = await select.run(tx.manager, [workspaceId, roleId]);
    return row === undefined ? unusedEmployee : recordIn(row);
  }

  /** Counts a turn and changes the activity. */
  addTurn(
    tx: Tx,
    key: EmployeeKey,
    usage: UsageRecord,
    patch: Partial<EmployeeActivity>,
  ): Promise<EmployeeRecord> {
    const { tokensIn, tokensOut, costUsd, estimated = false } = usage;
    const used = [1, tokensIn, tokensOut, costUsd, estimated ? 1 : 0];
    const doing = valuesOf({ ...atRest, ...patch });
    return this.store(tx, changeOf(patch, oneTurnMore), [...keyOf(key), ...used, ...doing]);
  }

  /** Changes the activity only. */
  change(tx: Tx, key: EmployeeKey, patch: Partial<EmployeeActivity>): Promise<EmployeeRecord> {
    const used = [0, 0, 0, 0, 0];
    const doing = valuesOf({ ...atRest, ...patch });
    return this.store(tx, changeOf(patch), [...keyOf(key), ...used, ...doing]);
  }

  /** Sets all employees of the floor idle. */
  async setAllIdle(tx: Tx, workspaceId: string): Promise<void> {
    await setAllIdle.send(tx.manager, [...valuesOf(atRest), workspaceId]);
  }

  private async store(
    { manager }: Tx,
    statement: Statement,
    values: readonly unknown[],
  ): Promise<EmployeeRecord> {
    const [row = {}] = await statement.run(manager, values);
    return recordIn(row);
  }
}

function keyOf({ workspaceId, roleId }: EmployeeKey): readonly string[] {
  return [workspaceId, roleId];
}

/** One statement per set of changed fields, with and without counting a turn. */
function changeOf(patch: Partial<EmployeeActivity>, also: readonly string[] = []): Statement {
  const changed = activityKeys.filter((key) => patch[key] !== undefined);
  const name = [also.length, ...changed].join();
  const known = changes.get(name);
  if (known !== undefined) return known;
  const columnsOf = changed.map((key) => activityColumns[key]);
  const made = upsert([...also, ...columnsOf.map((column) => `${column} = excluded.${column}`)]);
  changes.set(name, made);
  return made;
}

function valuesOf(doing: EmployeeActivity): readonly (string | null)[] {
  return [
    doing.status,
    doing.activity,
    doing.currentRunId,
    doing.currentTurnId,
    JSON.stringify(doing.activeSkillIds),
    doing.lastRoute === null ? null : JSON.stringify(doing.lastRoute),
    doing.lastError,
  ];
}

function recordIn(row: Row): EmployeeRecord {
  const text = (name: string): string | null => (row[name] as string | null) ?? null;
  const json = (name: string): unknown => JSON.parse(text(name) ?? 'null');
  return {
    doing: activityIn({
      status: text('status') as EmployeeActivity['status'],
      activity: text('activity'),
      currentRunId: text('current_run_id'),
      currentTurnId: text('current_turn_id'),
      activeSkillIds: json('active_skill_ids_json') as readonly string[],
      lastRoute: json('last_route_json') as EmployeeActivity['lastRoute'],
      lastError: text('last_error'),
    }),
    lifetime: usageIn({
      turns: Number(row.turns),
      tokensIn: Number(row.tokens_in),
      tokensOut: Number(row.tokens_out),
      costUsd: Number(row.cost_usd),
      estimated: row.estimated === 1,
    }),
  };
}

function activityIn(row: EmployeeActivity): EmployeeActivity {
  const { status, activity, currentRunId, currentTurnId } = row;
  const { activeSkillIds, lastRoute, lastError } = row;
  return { status, activity, currentRunId, currentTurnId, activeSkillIds, lastRoute, lastError };
}

type UsageColumns = Pick<
  EmployeeEntity,
  'turns' | 'tokensIn' | 'tokensOut' | 'costUsd' | 'estimated'
>;

function usageIn({ turns, tokensIn, tokensOut, costUsd, estimated }: UsageColumns): EmployeeUsage {
  return { turns, tokensIn, tokensOut, costUsd, ...(estimated && { estimated }) };
}
