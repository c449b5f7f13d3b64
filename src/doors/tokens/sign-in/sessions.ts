import { Injectable } from '@nestjs/common';
import { type Actor, currentActor, runAs } from '#platform/actors/actor.js';
import { AuditTrail } from '#platform/audit/audit-trail.js';
import { Clock } from '#platform/clock.js';
import { OfficeDocuments } from '#platform/database/office-documents.js';
import { Transactions } from '#platform/database/transactions.js';
import { ForbiddenError } from '#platform/errors/office-error.js';
import { signInTexts } from '#protocol/texts/sign-in.js';
import { AccessTokensRepository } from '../access-tokens.repository.js';
import { KnownTokens } from '../known-tokens-projection.js';
import { TokenMaking } from '../token-making.js';
import { isTaken, tokensLock } from '../token-rules.js';
import type { Person } from './identity.js';
import { tooMany } from './session-limits.js';

/** Name of a sign-in in the audit log. */
const signIn = 'GET sign-in/callback';

/** The sessions of people who signed in: tokens of a separate kind. */
@Injectable()
export class Sessions {
  constructor(
    private readonly tokens: AccessTokensRepository,
    private readonly known: KnownTokens,
    private readonly transactions: Transactions,
    private readonly documents: OfficeDocuments,
    private readonly making: TokenMaking,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * The token of a new session; ends the oldest ones of the person if there are too many.
   * @throws ForbiddenError if a token has the name of the person
   */
  async begin({ name, rights }: Person, lastsMs: number): Promise<string> {
    const begunAt = this.clock.now();
    const expiresAt = begunAt + lastsMs;
    const { token, stored } = this.making.token({ name, rights, expiresAt }, 'session');
    const actor: Actor = {
      ...currentActor(),
      name,
      tokenId: stored.id,
      rights: new Set(rights),
    };
    const store = (): Promise<void> =>
      this.transactions.run(async (tx) => {
        await this.documents.lock(tx, tokensLock);
        await this.tokens.removeSessions(tx.manager, stored.createdAt);
        const others = await this.tokens.all(tx.manager);
        const named = others.filter(({ kind }) => kind === 'token');
        if (isTaken(name, named)) throw new ForbiddenError(signInTexts.nameTaken(name));
        const revoked = tooMany(others, stored);
        for (const id of revoked) await this.tokens.revoke(tx.manager, id, stored.createdAt);
        await this.tokens.add(tx.manager, stored);
        tx.publish({ type: 'internal.tokens.changed', revoked });
      });
    await runAs(actor, () => this.audit.carryOut({ operation: signIn, given: {} }, store));
    await this.known.reload();
    return token;
  }

  /** The person who has come back from the provider; a refusal is in the audit log. */
  admit(check: () => Person): Promise<Person> {
    return this.audit.checked({ operation: signIn, given: {} }, check);
  }

  async end(id: string): Promise<void> {
    if (!this.known.isSession(id)) return;
    await this.transactions.run(async (tx) => {
      await this.documents.lock(tx, tokensLock);
      await this.tokens.revoke(tx.manager, id, this.clock.now());
      tx.publish({ type: 'internal.tokens.changed', revoked: [id] });
    });
    await this.known.reload();
  }
}
