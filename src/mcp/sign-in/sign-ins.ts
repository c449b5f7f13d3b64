import { Injectable } from '@nestjs/common';
import { isStoreFailure } from '../../platform/database/store-failure.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import { isSameToken } from '../../platform/http/bearer-token.js';
import { OwnAddress } from '../../platform/http/own-address.js';
import { redactor } from '../../platform/logging/redact.js';
import { GuardedFetch } from '../../platform/net/guarded-fetch.js';
import { cleaned } from '../../platform/text/cleaned.js';
import { mcpTexts } from '../../protocol/texts/mcp.js';
import { authFetch, withOwnMetadata } from './auth-fetch.js';
import { SignInStore, withoutPending } from './sign-in-store.js';
import type { SignInAccess, SignInTarget } from './stored-auth-provider.js';

/** Outside `/api/`; the target of authorization servers' redirects. */
export const callbackPath = '/mcp/callback';

const errorCharacters = 300;

/** The installation's sign-ins: begun by a connection, finished by a returning browser. */
@Injectable()
export class SignIns {
  readonly access: SignInAccess;

  constructor(
    private readonly store: SignInStore,
    address: OwnAddress,
    guarded: GuardedFetch,
  ) {
    const redirectUrl = (): string => `${address.url}${callbackPath}`;
    this.access = { store, fetch: authFetch(guarded), redirectUrl };
  }

  /** The server whose sign-in has this state; null if none. */
  async waitingFor(state: string): Promise<string | null> {
    const waiting = Object.entries(await this.store.read()).find(([, { pending }]) =>
      pending.some((one) => isSameToken(state, one.state)),
    );
    return waiting?.[0] ?? null;
  }

  /** The person or the authorization server refused: the state is used up. */
  async giveUp(id: string, state: string): Promise<void> {
    await this.store.change((all) => {
      const known = all[id];
      return known === undefined ? all : { ...all, [id]: withoutPending(known, state) };
    });
  }

  /**
   * Exchanges a browser's code for tokens.
   * @throws RefusedError in the authorization server's words
   */
  finish(target: SignInTarget, answer: SignInAnswer): Promise<void> {
    return finishSignIn(target, answer, this.access);
  }
}

/** A browser's parameters. */
interface SignInAnswer {
  readonly state: string;
  readonly code: string;
  /** The issuer of the code, if stated (RFC 9207). */
  readonly iss?: string | undefined;
}

/** @throws RefusedError in the authorization server's words */
export async function finishSignIn(
  target: SignInTarget,
  { state, code, iss }: SignInAnswer,
  access: SignInAccess,
): Promise<void> {
  const { StoredAuthProvider } = await import('./stored-auth-provider.js');
  const provider = new StoredAuthProvider({ ...access, target, onSignInNeeded: () => undefined });
  try {
    await provider.resume(state);
    const { auth } = await import('@modelcontextprotocol/client');
    await auth(provider, {
      serverUrl: target.url,
      authorizationCode: code,
      ...(iss !== undefined && { iss }),
      fetchFn: withOwnMetadata(target.url, access.fetch),
    });
  } catch (error) {
    if (isStoreFailure(error)) throw error;
    const said = redactor([code, ...provider.secrets])(messageOf(error));
    throw new RefusedError(mcpTexts.notSignedIn(target.id, cleaned(said, errorCharacters)));
  }
}
