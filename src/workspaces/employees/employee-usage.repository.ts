import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { places, Statement } from '../../platform/database/statement.js';
import type { Tx } from '../../platform/database/tx.js';
import type { EmployeeUsage } from '../../protocol/records/organisation.js';
import type { UsageRecord } from '../../protocol/records/work.js';
import { EmployeeUsageEntity } from './employee-usage.entity.js';

export interface EmployeeKey {
  readonly workspaceId: string;
  readonly roleId: string;
}

/** Adding in the database keeps the sum right whoever else adds at the same moment. */
const addOneTurn = new Statement(
  'INSERT INTO employee_usage ' +
    '(workspace_id, role_id, turns, tokens_in, tokens_out, cost_usd, estimated) ' +
    `VALUES ${places(1, 7)} ON CONFLICT (workspace_id, role_id) DO UPDATE SET ` +
    'turns = employee_usage.turns + 1, ' +
    'tokens_in = employee_usage.tokens_in + excluded.tokens_in, ' +
    'tokens_out = employee_usage.tokens_out + excluded.tokens_out, ' +
    'cost_usd = employee_usage.cost_usd + excluded.cost_usd, ' +
    'estimated = employee_usage.estimated | excluded.estimated ' +
    'RETURNING turns, tokens_in, tokens_out, cost_usd, estimated',
);

@Injectable()
export class EmployeeUsageRepository {
  constructor(private readonly dataSource: DataSource) {}

  async all(): Promise<readonly (EmployeeKey & { readonly lifetime: EmployeeUsage })[]> {
    const rows = await this.dataSource.manager.find(EmployeeUsageEntity);
    return rows.map((row) => {
      const { workspaceId, roleId } = row;
      return { workspaceId, roleId, lifetime: toUsage(row) };
    });
  }

  /** Counts one turn more and answers the new totals. */
  async add(tx: Tx, key: EmployeeKey, usage: UsageRecord): Promise<EmployeeUsage> {
    const { tokensIn, tokensOut, costUsd, estimated = false } = usage;
    const { workspaceId, roleId } = key;
    const counted = [workspaceId, roleId, 1, tokensIn, tokensOut, costUsd, estimated ? 1 : 0];
    const [row = {}] = await addOneTurn.run(tx.manager, counted);
    return toUsage({
      turns: Number(row.turns),
      tokensIn: Number(row.tokens_in),
      tokensOut: Number(row.tokens_out),
      costUsd: Number(row.cost_usd),
      estimated: row.estimated === 1,
    });
  }
}

function toUsage(row: Omit<EmployeeUsageEntity, keyof EmployeeKey>): EmployeeUsage {
  const { turns, tokensIn, tokensOut, costUsd, estimated } = row;
  return { turns, tokensIn, tokensOut, costUsd, ...(estimated && { estimated }) };
}
