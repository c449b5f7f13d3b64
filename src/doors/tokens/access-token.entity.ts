import { Entity } from 'typeorm';
import { JsonColumn, TextColumn, TextKey, TimeColumn } from '../../platform/database/columns.js';
import type { AccessTokenKind } from '../../protocol/records/access.js';
import type { Right } from '../../protocol/rights.js';

/** A token; only its hash is stored. Revoked ones stay, because the audit log names them. */
@Entity('access_tokens')
export class AccessTokenEntity {
  @TextKey()
  id!: string;

  /** SHA-256 of the token, hexadecimal. */
  @TextColumn()
  hash!: string;

  @TextColumn()
  kind!: AccessTokenKind;

  @TextColumn()
  name!: string;

  @JsonColumn({ name: 'rights_json' })
  rights!: readonly Right[];

  @TimeColumn({ name: 'created_at' })
  createdAt!: number;

  @TextColumn({ name: 'created_by', nullable: true })
  createdBy!: string | null;

  @TimeColumn({ name: 'expires_at', nullable: true })
  expiresAt!: number | null;

  @TimeColumn({ name: 'last_used_at', nullable: true })
  lastUsedAt!: number | null;

  @TimeColumn({ name: 'revoked_at', nullable: true })
  revokedAt!: number | null;
}
