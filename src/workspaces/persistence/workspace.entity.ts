import { Entity } from 'typeorm';
import {
  DoubleColumn,
  IntegerColumn,
  JsonColumn,
  TextKey,
  TimeColumn,
} from '../../platform/database/columns.js';
import type { Workspace, WorkspaceBudget } from '../../protocol/records/organisation.js';

/** A floor as it is written: all of it but the spend, which grows without rewriting the rest. */
export type WorkspaceDocument = Omit<Workspace, 'budget'> & {
  readonly budget: Omit<WorkspaceBudget, 'spentUsd'>;
};

@Entity('workspaces')
export class WorkspaceEntity {
  @TextKey()
  id!: string;

  @IntegerColumn()
  floor!: number;

  @JsonColumn({ name: 'document_json' })
  document!: WorkspaceDocument;

  @DoubleColumn({ name: 'spent_usd' })
  spentUsd!: number;

  @TimeColumn({ name: 'created_at' })
  createdAt!: number;
}
