import type { Right } from '../rights.js';

/** A token as it is listed; its text is shown once, when it is made. */
export interface AccessToken {
  readonly id: string;
  readonly name: string;
  /** A session is the token of a person who signed in. */
  readonly kind: AccessTokenKind;
  readonly rights: readonly Right[];
  readonly createdAt: number;
  /** Name of the maker; null: none is known. */
  readonly createdBy: string | null;
  /** Null: never. */
  readonly expiresAt: number | null;
  /** At most a minute old; null: never used. */
  readonly lastUsedAt: number | null;
}

export type AccessTokenKind = 'token' | 'session';

/** Answer to `POST /tokens`. */
export interface MadeAccessToken extends AccessToken {
  /** Text of the token, shown only in this answer. */
  readonly token: string;
}

export type AuditOutcome = 'done' | 'refused';

/** One change that a client made or tried to make. */
export interface AuditEntry {
  readonly id: string;
  /** Time of the database. */
  readonly at: number;
  /** The history of event numbers in which it happened. */
  readonly historyId: string;
  /** Name of the token or person; null: none is known. */
  readonly name: string | null;
  readonly tokenId: string | null;
  readonly door: string;
  /** Network address of the client; null: unknown. */
  readonly address: string | null;
  /** The command, or method and path of the route. */
  readonly operation: string;
  /** Id of what it was about: a run, an approval, a floor; null: none was named. */
  readonly object: string | null;
  readonly outcome: AuditOutcome;
  /** Why it was refused; null: it was not. */
  readonly message: string | null;
}

/** Answer to `GET /audit/page`: the newest entries first. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** For the next page; null: there is none. */
  readonly before: string | null;
}

/** Answer to `GET /access`: the caller's identity and rights, as the office sees them. */
export interface Access {
  /** True: callers without a token are refused. */
  readonly wantsToken: boolean;
  /** True: people can sign in at `GET /sign-in`. */
  readonly signIn: boolean;
  /** Null: no name is known. */
  readonly name: string | null;
  /** True: the caller has a session, which can be ended. */
  readonly session: boolean;
  /** Empty: nothing is open to the caller. */
  readonly rights: readonly Right[];
}
