import { Entity } from 'typeorm';
import {
  DoubleColumn,
  IntegerColumn,
  JsonColumn,
  TextColumn,
  TextKey,
  TimeColumn,
} from '../../platform/database/columns.js';
import type { MemoryKind, MemoryOrigin, MemoryScope } from '../../protocol/records/enums.js';
import type { MemoryFact } from '../../protocol/records/memory.js';
import { scopeIdOf } from '../ledger/new-fact.js';

/** A fact of the ledger, with columns for searching. */
@Entity('memory_facts')
export class MemoryFactEntity {
  @TextKey()
  id!: string;

  /** 1 for the first fact, 2 for the next: the ledger's order. */
  @IntegerColumn()
  position!: number;

  @TextColumn()
  scope!: MemoryScope;

  /** Scope and owner as one text; see `ReadableScopes`. */
  @TextColumn({ name: 'scope_key' })
  scopeKey!: string;

  @TextColumn({ name: 'workspace_id', nullable: true })
  workspaceId!: string | null;

  @TextColumn({ name: 'role_id', nullable: true })
  roleId!: string | null;

  @TextColumn()
  kind!: MemoryKind;

  @TextColumn()
  text!: string;

  @TextColumn()
  origin!: MemoryOrigin;

  @JsonColumn({ name: 'tags_json' })
  tags!: readonly string[];

  @TextColumn({ nullable: true })
  source!: string | null;

  @DoubleColumn()
  confidence!: number;

  @TimeColumn({ name: 'created_at' })
  createdAt!: number;

  @TimeColumn({ name: 'updated_at' })
  updatedAt!: number;

  @TimeColumn({ name: 'valid_from' })
  validFrom!: number;

  /** Null while the fact is active; set by a retraction or correction. */
  @TimeColumn({ name: 'invalid_from', nullable: true })
  invalidFrom!: number | null;

  @TextColumn({ name: 'superseded_by', nullable: true })
  supersededBy!: string | null;

  @TextColumn({ nullable: true })
  supersedes!: string | null;

  @TextColumn({ name: 'retract_reason', nullable: true })
  retractReason!: string | null;

  @IntegerColumn({ name: 'read_count' })
  readCount!: number;

  @TimeColumn({ name: 'last_read_at', nullable: true })
  lastReadAt!: number | null;

  /** The text's terms for the full-text index; see `indexedTerms`. */
  @TextColumn({ name: 'search_text' })
  searchText!: string;

  /** The terms of the tags. */
  @TextColumn({ name: 'search_tags' })
  searchTags!: string;
}

/** The fact in its wire form. */
export function toFact(row: MemoryFactEntity): MemoryFact {
  return {
    id: row.id,
    scope: row.scope,
    scopeId: scopeIdOf(row),
    workspaceId: row.workspaceId,
    roleId: row.roleId,
    kind: row.kind,
    text: row.text,
    origin: row.origin,
    tags: row.tags,
    source: row.source,
    confidence: row.confidence,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    validFrom: row.validFrom,
    invalidFrom: row.invalidFrom,
    supersededBy: row.supersededBy,
    supersedes: row.supersedes,
    retractReason: row.retractReason,
    readCount: row.readCount,
    lastReadAt: row.lastReadAt,
  };
}

/** A run with a turn that was shown a fact. */
@Entity('fact_reads')
export class FactReadEntity {
  @TextKey({ name: 'fact_id' })
  factId!: string;

  @TextKey({ name: 'run_id' })
  runId!: string;

  /** Time of the last read, ms. */
  @TimeColumn()
  at!: number;
}

/** This module's entities, for opening the database. */
export const memoryEntities = [MemoryFactEntity, FactReadEntity];
