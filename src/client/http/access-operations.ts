import type { Done } from '../../protocol/answers.js';
import type {
  Access,
  AccessToken,
  AuditPage,
  MadeAccessToken,
} from '../../protocol/records/access.js';
import type { Right } from '../../protocol/rights.js';
import { ForgeOperations } from './forge-operations.js';
import type { CallOptions } from './http-transport.js';
import { part } from './plugin-operations.js';

/** Operations on tokens and on the audit log. */
export class AccessOperations extends ForgeOperations {
  /** The client's identity and rights, as the office sees them. */
  access(call?: CallOptions): Promise<Access> {
    return this.transport.ask('/access', call);
  }

  /** Ends the session of this browser and its sockets. */
  signOut(call?: CallOptions): Promise<Done> {
    return this.transport.ask('/sign-out', { ...call, method: 'POST' });
  }

  /** Tokens and sessions that are not revoked. */
  tokens(call?: CallOptions): Promise<readonly AccessToken[]> {
    return this.transport.ask('/tokens', call);
  }

  /** Makes a token, whose text is in this answer only. */
  makeToken(
    body: {
      readonly name: string;
      /** Besides `read`, which every token has. */
      readonly rights: readonly Right[];
      /** Ms since the epoch; absent: never. */
      readonly expiresAt?: number;
    },
    call?: CallOptions,
  ): Promise<MadeAccessToken> {
    return this.transport.ask('/tokens', { ...call, method: 'POST', body });
  }

  /** Revokes a token and ends its sockets. */
  revokeToken(id: string, call?: CallOptions): Promise<Done> {
    return this.transport.ask(`/tokens/${part(id)}`, { ...call, method: 'DELETE' });
  }

  /** The audit log as JSON lines, the oldest entry first. Requested with the first piece. */
  audit(since?: number, call?: CallOptions): AsyncGenerator<Uint8Array> {
    return this.transport.read('/audit', { ...call, query: { since } });
  }

  /** A page of the audit log, the newest entry first. */
  auditPage(
    page: { readonly before?: string; readonly limit?: number } = {},
    call?: CallOptions,
  ): Promise<AuditPage> {
    return this.transport.ask('/audit/page', { ...call, query: { ...page } });
  }
}
