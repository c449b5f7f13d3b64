import { Entity } from 'typeorm';
import {
  DoubleColumn,
  IntegerColumn,
  JsonColumn,
  TextColumn,
  TextKey,
  TimeColumn,
} from '../../platform/database/columns.js';
import type { FloorDocument } from '../../platform/events/internal-events.js';

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
