import { Entity } from 'typeorm';
import {
  DoubleColumn,
  FlagColumn,
  IntegerColumn,
  JsonColumn,
  TextColumn,
  TextKey,
  TimeColumn,
} from '../../platform/database/columns.js';
import type { FloorDocument } from '../../platform/events/internal-events.js';
import type { EmployeeState } from '../../protocol/records/organisation.js';

@Entity('workspaces')
export class WorkspaceEntity {
  @TextKey()
  id!: string;

  @IntegerColumn()
  floor!: number;

  @JsonColumn({ name: 'document_json' })
  document!: FloorDocument;

  @DoubleColumn({ name: 'spent_usd' })
  spentUsd!: number;

  @TimeColumn({ name: 'created_at' })
  createdAt!: number;

  /** The group of replicas that sees its files; null: all. */
  @TextColumn({ name: 'replica_group', nullable: true })
  replicaGroup!: string | null;
}

/** Activity and usage of an employee, whoever holds the role. */
@Entity('employees')
export class EmployeeEntity {
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

  @TextColumn()
  status!: EmployeeState['status'];

  @TextColumn({ nullable: true })
  activity!: string | null;

  @TextColumn({ name: 'current_run_id', nullable: true })
  currentRunId!: string | null;

  @TextColumn({ name: 'current_turn_id', nullable: true })
  currentTurnId!: string | null;

  @JsonColumn({ name: 'active_skill_ids_json' })
  activeSkillIds!: readonly string[];

  @JsonColumn({ name: 'last_route_json', nullable: true })
  lastRoute!: EmployeeState['lastRoute'];

  @TextColumn({ name: 'last_error', nullable: true })
  lastError!: string | null;
}

/** Entities of floors and their people. */
export const workspaceEntities = [WorkspaceEntity, EmployeeEntity];
