import { Entity } from 'typeorm';
import {
  DoubleColumn,
  FlagColumn,
  IntegerColumn,
  TextKey,
} from '../../platform/database/columns.js';

/** What one employee has used so far, whoever holds the role. */
@Entity('employee_usage')
export class EmployeeUsageEntity {
  @TextKey({ name: 'workspace_id' })
  workspaceId!: string;

  @TextKey({ name: 'role_id' })
  roleId!: string;

  @IntegerColumn()
  turns!: number;

  @IntegerColumn({ name: 'tokens_in' })
  tokensIn!: number;

  @IntegerColumn({ name: 'tokens_out' })
  tokensOut!: number;

  @DoubleColumn({ name: 'cost_usd' })
  costUsd!: number;

  @FlagColumn()
  estimated!: boolean;
}
