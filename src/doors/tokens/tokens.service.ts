import { Injectable } from '@nestjs/common';
import { requireRight } from '../../platform/actors/actors.js';
import { Clock } from '../../platform/clock.js';
import { OfficeDocuments } from '../../platform/database/office-documents.js';
import { Transactions } from '../../platform/database/transactions.js';
import type { Tx } from '../../platform/database/tx.js';
import { NotFoundError, RefusedError } from '../../platform/errors/office-error.js';
import type { AccessToken, MadeAccessToken } from '../../protocol/records/access.js';
import { tokenTexts } from '../../protocol/texts/rights.js';
import { AccessTokensRepository, type StoredToken } from './access-tokens.repository.js';
import { Administration } from './administration.js';
import { KnownTokens } from './known-tokens-projection.js';
import { TokenMaking } from './token-making.js';
import {
  checkedName,
  checkedRights,
  isTaken,
  locksOut,
  mostTokens,
  tokensLock,
} from './token-rules.js';

interface Wanted {
  readonly name: string;
  readonly rights: readonly string[];
  /** Null: never. */
  readonly expiresAt: number | null;
}

/** Makes and revokes tokens. */
@Injectable()
export class TokensService {
  constructor(
    private readonly tokens: AccessTokensRepository,
    private readonly known: KnownTokens,
    private readonly transactions: Transactions,
    private readonly documents: OfficeDocuments,
    private readonly making: TokenMaking,
    private readonly administration: Administration,
    private readonly clock: Clock,
  ) {}

  /** Tokens and sessions that are not revoked. */
  async list(): Promise<readonly AccessToken[]> {
    return this.transactions.snapshot(async ({ manager }) =>
      (await this.tokens.all(manager)).map(listed),
    );
  }

  /** Makes a token; its text is only in this answer. */
  async make({ name, rights, expiresAt }: Wanted): Promise<MadeAccessToken> {
    const checked = checkedRights(rights);
    // Nobody can give rights that they do not have.
    requireRight(...checked);
    if (expiresAt !== null && !isAfter(expiresAt, this.clock.now())) {
      throw new RefusedError(tokenTexts.expiry);
    }
    const { token, stored } = this.making.token({
      name: checkedName(name),
      rights: checked,
      expiresAt,
    });
    await this.transactions.run(async (tx) => {
      const others = await this.locked(tx);
      const named = others.filter(({ kind }) => kind === 'token');
      if (named.length >= mostTokens) throw new RefusedError(tokenTexts.tooMany(mostTokens));
      if (isTaken(stored.name, others)) {
        throw new RefusedError(tokenTexts.nameTaken(stored.name));
      }
      if (!this.administration.isEnsured && locksOut([...others, stored])) {
        throw new RefusedError(tokenTexts.firstMustAdminister);
      }
      await this.tokens.add(tx.manager, stored);
      tx.publish({ type: 'internal.tokens.changed', revoked: [] });
      tx.conclude({ id: stored.id });
    });
    await this.known.reload();
    return { ...listed(stored), token };
  }

  async revoke(id: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      const tokens = await this.locked(tx);
      if (!tokens.some((token) => token.id === id)) throw new NotFoundError(tokenTexts.unknown(id));
      const rest = tokens.filter((token) => token.id !== id);
      if (!this.administration.isEnsured && locksOut(rest)) {
        throw new RefusedError(tokenTexts.lastMustStay);
      }
      await this.tokens.revoke(tx.manager, id, this.clock.now());
      tx.publish({ type: 'internal.tokens.changed', revoked: [id] });
    });
    await this.known.reload();
  }

  private async locked(tx: Tx): Promise<readonly StoredToken[]> {
    await this.documents.lock(tx, tokensLock);
    return this.tokens.all(tx.manager);
  }
}

function isAfter(stamp: number, now: number): boolean {
  return Number.isSafeInteger(stamp) && stamp > now;
}

function listed({ hash: _hash, ...token }: StoredToken): AccessToken {
  return token;
}
