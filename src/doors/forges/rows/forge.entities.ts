import { Entity } from 'typeorm';
import {
  DoubleColumn,
  FlagColumn,
  IntegerColumn,
  IntegerKey,
  JsonColumn,
  TextColumn,
  TextKey,
  TimeColumn,
} from '#platform/database/columns.js';

/** A repository on a forge. A removed one stays, so that none of its issues becomes work twice. */
@Entity('forges')
class ForgeEntity {
  @TextKey()
  id!: string;

  @TextColumn()
  kind!: string;

  @TextColumn()
  url!: string;

  @TextColumn()
  repository!: string;

  @TextColumn()
  page!: string;

  @TextColumn({ name: 'workspace_id' })
  workspaceId!: string;

  @TextColumn()
  login!: string;

  /** Accounts of tokens before; null: there was none. */
  @JsonColumn({ name: 'earlier_logins_json', nullable: true })
  earlierLogins!: unknown;

  @TextColumn()
  base!: string;

  @JsonColumn({ name: 'rules_json' })
  rules!: unknown;

  @FlagColumn()
  paused!: boolean;

  @TimeColumn({ name: 'created_at' })
  createdAt!: number;

  @TimeColumn({ name: 'removed_at', nullable: true })
  removedAt!: number | null;

  /** Time of the forge's clock from which on changes are news. */
  @TimeColumn({ nullable: true })
  since!: number | null;

  @TimeColumn({ name: 'polled_at', nullable: true })
  polledAt!: number | null;

  @TextColumn({ nullable: true })
  problem!: string | null;

  /** The token with which the office calls the forge; null: it was removed. In no answer. */
  @TextColumn({ nullable: true })
  token!: string | null;

  /** The secret with which the forge signs its events. */
  @TextColumn({ name: 'webhook_secret', nullable: true })
  webhookSecret!: string | null;
}

/** An issue that became work: one row, however often work on it is asked for. */
@Entity('forge_issues')
class ForgeIssueEntity {
  @TextKey({ name: 'forge_id' })
  forgeId!: string;

  @IntegerKey()
  number!: number;

  @TextColumn()
  title!: string;

  @TextColumn()
  url!: string;

  @TextColumn()
  state!: string;

  @TextColumn({ name: 'run_id', nullable: true })
  runId!: string | null;

  @TextColumn()
  branch!: string;

  /** The commit that the office has pushed. */
  @TextColumn({ nullable: true })
  tip!: string | null;

  /** The commit that the office was about to push; null: none. */
  @TextColumn({ nullable: true })
  pushing!: string | null;

  @IntegerColumn({ nullable: true })
  request!: number | null;

  @TextColumn({ name: 'request_url', nullable: true })
  requestUrl!: string | null;

  @IntegerColumn()
  wakes!: number;

  @DoubleColumn({ name: 'spent_usd' })
  spentUsd!: number;

  @TimeColumn({ name: 'taken_at' })
  takenAt!: number;

  @TimeColumn({ name: 'changed_at' })
  changedAt!: number;

  @TextColumn({ nullable: true })
  note!: string | null;

  /** Message of the one commit of a request that a person asked for; null: none was given. */
  @TextColumn({ nullable: true })
  message!: string | null;
}

/** A failed check or a comment that wakes the run of an issue, once. */
@Entity('forge_notes')
class ForgeNoteEntity {
  @TextKey({ name: 'forge_id' })
  forgeId!: string;

  @IntegerKey()
  number!: number;

  @TextKey()
  key!: string;

  @JsonColumn({ name: 'content_json' })
  content!: unknown;

  @TimeColumn()
  at!: number;

  /** The run that the note was given to; null: it waits. */
  @TextColumn({ name: 'run_id', nullable: true })
  runId!: string | null;
}

export const forgeEntities = [ForgeEntity, ForgeIssueEntity, ForgeNoteEntity];
