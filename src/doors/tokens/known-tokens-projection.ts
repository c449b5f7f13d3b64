import { Injectable } from '@nestjs/common';
import type { KnownToken, TokenSource } from '../../platform/actors/actors.js';
import { Clock } from '../../platform/clock.js';
import type { Rows } from '../../platform/database/tx.js';
import { Transactions } from '../../platform/database/transactions.js';
import { messageOf } from '../../platform/errors/error-text.js';
import type { CommittedEvent } from '../../platform/events/drafts.js';
import { Projection } from '../../platform/events/projection.js';
import { Projections } from '../../platform/events/projections.js';
import { OfficeLogger } from '../../platform/logging/office-logger.js';
import { processTexts } from '../../protocol/texts/process.js';
import { AccessTokensRepository, type StoredToken } from './access-tokens.repository.js';
import { SignInConfig } from './sign-in-config.js';

/** How often the time of the last use is written, ms. */
const writtenEveryMs = 60_000;

interface State {
  readonly byHash: ReadonlyMap<string, KnownToken>;
  readonly byId: ReadonlyMap<string, KnownToken>;
  /** There is a token for programs that is not revoked. */
  readonly hasNamed: boolean;
  readonly sessions: ReadonlySet<string>;
}

/**
 * The tokens that are not revoked, the same on every replica. The event about a revocation removes
 * a token here; a new one is known once its row was read.
 */
@Injectable()
export class KnownTokens extends Projection<State> implements TokenSource {
  private readonly listeners: (() => void)[] = [];
  /** When the last use of a token was written, by `clock.elapsed()`. */
  private readonly written = new Map<string, number>();

  constructor(
    projections: Projections,
    private readonly tokens: AccessTokensRepository,
    private readonly transactions: Transactions,
    private readonly signIn: SignInConfig,
    private readonly clock: Clock,
    private readonly logger: OfficeLogger,
  ) {
    super(projections);
  }

  get areWanted(): boolean {
    return this.signIn.isSet || this.state.hasNamed;
  }

  byHash(hash: string): KnownToken | undefined {
    return this.state.byHash.get(hash);
  }

  byId(id: string): KnownToken | undefined {
    return this.state.byId.get(id);
  }

  isSession(id: string): boolean {
    return this.state.sessions.has(id);
  }

  used(id: string): void {
    const now = this.clock.elapsed();
    if (now - (this.written.get(id) ?? -Infinity) < writtenEveryMs) return;
    this.written.set(id, now);
    const at = this.clock.now();
    this.transactions
      .run(({ manager }) => this.tokens.use(manager, id, at))
      .catch((thrown: unknown) =>
        this.logger.scope('http').debug(processTexts.useNotWritten(messageOf(thrown))),
      );
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  override follow(events: readonly CommittedEvent[]): void {
    super.follow(events);
    if (events.some(({ type }) => type === 'internal.tokens.changed')) this.tell();
  }

  override async reload(): Promise<void> {
    await super.reload();
    this.tell();
  }

  protected async load({ manager }: Rows): Promise<State> {
    const tokens = await this.tokens.all(manager);
    // Sessions count only while the office has sign-ins.
    return stateOf(tokens.filter(({ kind }) => kind === 'token' || this.signIn.isSet));
  }

  protected apply(state: State, event: CommittedEvent): State {
    if (event.type !== 'internal.tokens.changed') return state;
    this.reloadLater();
    return without(state, event.revoked);
  }

  private tell(): void {
    for (const id of this.written.keys()) if (!this.state.byId.has(id)) this.written.delete(id);
    for (const listener of this.listeners) listener();
  }
}

function stateOf(tokens: readonly StoredToken[]): State {
  const known = tokens.map(
    ({ hash, kind, ...token }) =>
      [hash, kind, { ...token, rights: new Set(token.rights) }] as const,
  );
  return {
    byHash: new Map(known.map(([hash, , token]) => [hash, token])),
    byId: new Map(known.map(([, , token]) => [token.id, token])),
    hasNamed: known.some(([, kind]) => kind === 'token'),
    sessions: new Set(known.flatMap(([, kind, { id }]) => (kind === 'session' ? [id] : []))),
  };
}

/**
 * The state without revoked tokens. Whether callers need a token stays unchanged until the rows are
 * read.
 */
function without({ byHash, byId, ...rest }: State, revoked: readonly string[]): State {
  const stays = ([, { id }]: readonly [string, KnownToken]): boolean => !revoked.includes(id);
  return {
    byHash: new Map([...byHash].filter(stays)),
    byId: new Map([...byId].filter(stays)),
    ...rest,
  };
}
