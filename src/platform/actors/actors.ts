import { createHash } from 'node:crypto';
import { type Right, rights } from '../../protocol/rights.js';
import { rightsTexts } from '../../protocol/texts/rights.js';
import type { Clock } from '../clock.js';
import type { OfficeConfig } from '../config/office-config.js';
import { ForbiddenError } from '../errors/office-error.js';
import { isSameToken } from '../http/bearer-token.js';
import type { Door } from '../../protocol/records/enums.js';
import { type Actor, currentActor } from './actor.js';

/** A token that was made and not revoked. */
export interface KnownToken {
  readonly id: string;
  /** Name of the token, or of the person who signed in. */
  readonly name: string;
  readonly rights: ReadonlySet<Right>;
  /** Ms since the epoch; null: never. */
  readonly expiresAt: number | null;
}

/** The tokens of an office, in memory. */
export abstract class TokenSource {
  /** True: every caller needs a token, also if none is valid at present. */
  abstract get areWanted(): boolean;
  abstract byHash(hash: string): KnownToken | undefined;
  abstract byId(id: string): KnownToken | undefined;
  /** True if the id belongs to a session of a signed-in person. */
  abstract isSession(id: string): boolean;
  /** Called whenever a token is used. */
  abstract used(id: string): void;
  /** Calls the listener after every change. */
  abstract onChange(listener: () => void): void;
}

/** For an application without named tokens. */
class NoTokens extends TokenSource {
  override readonly areWanted = false;

  override byHash(): undefined {}

  override byId(): undefined {}

  override isSession(): boolean {
    return false;
  }

  override used(): void {}

  override onChange(): void {}
}

/** Name of callers with `OFFICE_API_TOKEN`; no token has it. */
export const administratorName = 'administrator';

const allRights: ReadonlySet<Right> = new Set(rights);

/** Identifies callers by their tokens. Without any token everybody may do everything. */
export class Actors {
  constructor(
    private readonly security: Pick<OfficeConfig['security'], 'apiToken'>,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly source: TokenSource = new NoTokens(),
  ) {}

  /** Calls the listener whenever an actor may have become invalid. */
  onChange(listener: () => void): void {
    this.source.onChange(listener);
  }

  /** True: callers without a token are refused. */
  get wantToken(): boolean {
    return this.security.apiToken !== null || this.source.areWanted;
  }

  /** Null: a token is needed, and this one is not valid. */
  byToken(given: string | null, address: string | null, door: Door): Actor | null {
    const { apiToken } = this.security;
    const known = this.known(given, address, door);
    if (known !== null) return known;
    const isAdministrator = apiToken !== null && isSameToken(given, apiToken);
    if (!isAdministrator && this.wantToken) return null;
    const name = isAdministrator ? administratorName : null;
    return { name, tokenId: null, rights: allRights, door, address };
  }

  /** Null: not a session, or an ended one. */
  bySession(given: string | null, address: string | null, door: Door): Actor | null {
    const actor = this.known(given, address, door);
    return this.source.isSession(actor?.tokenId ?? '') ? actor : null;
  }

  /**
   * False: the token of an open connection was revoked or has expired, or one is required by now.
   */
  isValid({ tokenId }: Pick<Actor, 'tokenId'>): boolean {
    const { apiToken } = this.security;
    if (tokenId === null) return apiToken !== null || !this.source.areWanted;
    const token = this.source.byId(tokenId);
    return token !== undefined && this.isCurrent(token);
  }

  private known(given: string | null, address: string | null, door: Door): Actor | null {
    const token = given === null ? undefined : this.source.byHash(hashOf(given));
    if (token === undefined || !this.isCurrent(token)) return null;
    this.source.used(token.id);
    return { name: token.name, tokenId: token.id, rights: token.rights, door, address };
  }

  private isCurrent({ expiresAt }: KnownToken): boolean {
    return expiresAt === null || !isPast(expiresAt, this.clock.now());
  }
}

function isPast(stamp: number, now: number): boolean {
  return stamp <= now;
}

/** Form in which a token is kept. Tokens are random, so a plain hash cannot be guessed. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** @throws ForbiddenError if the current actor lacks one of these rights */
export function requireRight(...needed: readonly Right[]): void {
  requireRightOf(currentActor(), ...needed);
}

/** @throws ForbiddenError */
export function requireRightOf(actor: Actor, ...needed: readonly Right[]): void {
  const missing = rightsMissing(actor, needed);
  if (missing.length > 0) throw new ForbiddenError(rightsTexts.missing(actor.name, missing));
}

export function rightsMissing(
  { rights: given }: Pick<Actor, 'rights'>,
  needed: readonly Right[],
): readonly Right[] {
  return needed.filter((right) => !given.has(right));
}

/** Name of the current actor; without a known token, the name that the client gave. */
export function nameOfActor(said: string | undefined): string | undefined {
  return currentActor().name ?? said;
}
