import type { GroupRights } from './group-rights.js';

/** How people sign in at an OpenID provider (docs/doors/tokens.md). */
export interface SignInSettings {
  /** The issuer as named in its tokens. */
  readonly issuer: string;
  readonly clientId: string;
  /** Null: a public client, which only PKCE protects. */
  readonly clientSecret: string | null;
  readonly scopes: string;
  /** The claim that holds a person's name. */
  readonly nameClaim: string;
  readonly groupsClaim: string;
  readonly groups: GroupRights;
  /** How long a session lasts, ms. */
  readonly sessionMs: number;
}
