import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { currentActor } from '../../platform/actors/actor.js';
import { hashOf } from '../../platform/actors/actors.js';
import { Clock } from '../../platform/clock.js';
import { Ids } from '../../platform/ids.js';
import type { AccessTokenKind } from '../../protocol/records/access.js';
import type { Right } from '../../protocol/rights.js';
import type { StoredToken } from './access-tokens.repository.js';

/** 256 random bits cannot be guessed, so a plain hash of them is safe to store. */
const tokenBytes = 32;

interface Wanted {
  readonly name: string;
  readonly rights: readonly Right[];
  readonly expiresAt: number | null;
}

/** A new token: its text, and its stored part. */
interface NewToken {
  readonly token: string;
  readonly stored: StoredToken;
}

/** Makes tokens from random bytes. */
@Injectable()
export class TokenMaking {
  constructor(
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  token(wanted: Wanted, kind: AccessTokenKind = 'token'): NewToken {
    const token = `oof_${randomBytes(tokenBytes).toString('base64url')}`;
    const stored = {
      id: this.ids.next('token'),
      hash: hashOf(token),
      kind,
      name: wanted.name,
      rights: wanted.rights,
      createdAt: this.clock.now(),
      createdBy: currentActor().name,
      expiresAt: wanted.expiresAt,
      lastUsedAt: null,
    };
    return { token, stored };
  }
}
