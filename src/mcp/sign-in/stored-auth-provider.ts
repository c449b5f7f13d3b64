import { randomBytes } from 'node:crypto';
import type {
  FetchLike,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import {
  OAuthClientInformationFullSchema,
  OAuthClientInformationSchema,
  OAuthTokensSchema,
} from '@modelcontextprotocol/core';
import { z } from 'zod';
import { mcpTexts } from '../../protocol/texts/mcp.js';
import type { OAuthConfig } from '../config/mcp-server-config.js';
import {
  type PendingSignIn,
  type SignInStore,
  type StoredSignIn,
  withoutPending,
} from './sign-in-store.js';

/** Sign-ins per server that may wait at once; the oldest is dropped. */
const mostPending = 8;

/** The environment of a sign-in. */
export interface SignInAccess {
  readonly store: SignInStore;
  /** For authorization servers. */
  readonly fetch: FetchLike;
  /** Where a browser returns to. */
  redirectUrl(): string;
}

/** A server with a sign-in. */
export interface SignInTarget {
  readonly id: string;
  readonly url: string;
  readonly oauth: OAuthConfig;
}

interface AuthProviderOptions extends SignInAccess {
  readonly target: SignInTarget;
  /** A person must open this address in a browser. */
  readonly onSignInNeeded: (address: string) => void;
}

/** The authorization server that a record belongs to; added by the SDK. */
const issued = { issuer: z.string().optional() };
const storedTokens = OAuthTokensSchema.extend(issued);
const storedClient = OAuthClientInformationSchema.extend(issued);
const storedRegistration = OAuthClientInformationFullSchema.extend(issued);

type Scope = 'all' | 'client' | 'tokens' | 'verifier' | 'discovery';

/**
 * Implements the SDK's OAuth storage: registrations, tokens and verifiers, stored by server id and
 * valid only for their address.
 */
export class StoredAuthProvider implements OAuthClientProvider {
  /** Tokens read or saved, to be hidden in texts. */
  readonly secrets = new Set<string>();
  private discovery: OAuthDiscoveryState | undefined;
  /** State of the sign-in that was begun or resumed. */
  private pendingState = '';
  /** The client last used, and the one with which a resumed sign-in began. */
  private usedAs: unknown;
  private begunAs: unknown;
  private lastRead: unknown;

  constructor(private readonly options: AuthProviderOptions) {}

  get redirectUrl(): string | undefined {
    return this.oauth.clientCredentials ? undefined : this.options.redirectUrl();
  }

  get clientMetadataUrl(): string {
    // The SDK treats an empty address as none.
    return this.oauth.clientMetadataUrl ?? '';
  }

  get clientMetadata(): OAuthClientMetadata {
    const { scope, clientCredentials } = this.oauth;
    return {
      client_name: 'Office Orchestration Service',
      redirect_uris: this.redirectUrl === undefined ? [] : [this.redirectUrl],
      grant_types: clientCredentials
        ? ['client_credentials']
        : ['authorization_code', 'refresh_token'],
      ...(!clientCredentials && { response_types: ['code'] }),
      ...(scope !== null && { scope }),
    };
  }

  private get oauth(): OAuthConfig {
    return this.options.target.oauth;
  }

  /** Protects the way back: only someone who knows it can finish the sign-in. */
  state(): string {
    this.pendingState = randomBytes(32).toString('base64url');
    return this.pendingState;
  }

  /**
   * The operator's client, else the registration for the present redirect address. The operator's
   * is bound to the first authorization server that used it, so that a server cannot send its
   * secret elsewhere.
   */
  async clientInformation(): Promise<StoredOAuthClientInformation | undefined> {
    const { clientId, clientSecret } = this.oauth;
    const client = this.begunAs ?? (await this.read()).client;
    if (clientId !== null) {
      const bound = storedClient.safeParse(client).data;
      return {
        client_id: clientId,
        ...(clientSecret !== null && { client_secret: clientSecret }),
        ...(bound?.client_id === clientId &&
          bound.issuer !== undefined && { issuer: bound.issuer }),
      };
    }
    const known = registrationIn(client, this.redirectUrl ?? '');
    this.usedAs = known;
    return known;
  }

  /** The operator's secret stays in the configuration. */
  saveClientInformation(client: StoredOAuthClientInformation): Promise<void> {
    if (this.oauth.clientId === null) this.usedAs = client;
    const { client_secret: _secret, ...bare } = client;
    const kept = this.oauth.clientId === null ? client : bare;
    return this.change((before) => ({ ...before, client: kept }));
  }

  async tokens(): Promise<StoredOAuthTokens | undefined> {
    const { tokens } = await this.read();
    this.lastRead = tokens;
    const read = storedTokens.safeParse(tokens).data;
    this.remember(read);
    return read;
  }

  /** Ends this sign-in and all other waiting ones. */
  saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    this.remember(tokens);
    return this.change((before) => ({
      ...before,
      ...(this.begunAs !== undefined && { client: this.begunAs }),
      tokens,
      pending: [],
    }));
  }

  saveCodeVerifier(verifier: string): Promise<void> {
    const { authorizationServerUrl = '', resourceMetadataUrl = null } = this.discovery ?? {};
    const begun = {
      state: this.pendingState,
      verifier,
      authorizationServerUrl,
      resourceMetadataUrl,
    };
    return this.change((before) => withPending(before, { ...begun, client: this.usedAs }));
  }

  async codeVerifier(): Promise<string> {
    return (await this.pending()).verifier;
  }

  redirectToAuthorization(address: URL): void {
    this.options.onSignInNeeded(address.href);
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.discovery = state;
  }

  /** A code goes only to the authorization server where the person signed in. */
  discoveryState(): OAuthDiscoveryState | undefined {
    return this.discovery;
  }

  /** Restores a sign-in begun by this or another process. */
  async resume(state: string): Promise<void> {
    this.pendingState = state;
    const { authorizationServerUrl, resourceMetadataUrl, client } = await this.pending();
    this.begunAs = client;
    this.discovery = {
      authorizationServerUrl,
      ...(resourceMetadataUrl !== null && { resourceMetadataUrl }),
    };
  }

  /** Undefined: a person's code is exchanged. */
  prepareTokenRequest(scope = this.oauth.scope ?? undefined): URLSearchParams | undefined {
    if (!this.oauth.clientCredentials) return undefined;
    return new URLSearchParams({
      grant_type: 'client_credentials',
      ...(scope !== undefined && { scope }),
    });
  }

  /** Tokens renewed meanwhile by another replica are kept. */
  invalidateCredentials(scope: Scope): Promise<void> {
    if (scope === 'discovery' || scope === 'all') this.discovery = undefined;
    if (scope === 'client' || scope === 'all') this.begunAs = undefined;
    const read = JSON.stringify(this.lastRead);
    return this.change((before) => ({
      ...before,
      ...((scope === 'client' || scope === 'all') && { client: undefined }),
      ...((scope === 'tokens' || scope === 'all') &&
        JSON.stringify(before.tokens) === read && { tokens: undefined }),
      ...((scope === 'verifier' || scope === 'all') && {
        pending: withoutPending(before, this.pendingState).pending,
      }),
    }));
  }

  private async pending(): Promise<PendingSignIn> {
    const { pending } = await this.read();
    const begun = pending.find(({ state }) => state === this.pendingState);
    if (begun === undefined) throw new Error(mcpTexts.noPendingSignIn);
    return begun;
  }

  private async read(): Promise<StoredSignIn> {
    const { id, url } = this.options.target;
    const known = (await this.options.store.read())[id];
    return known?.url === url ? known : noSignIn(url);
  }

  private change(changed: (before: StoredSignIn) => StoredSignIn): Promise<void> {
    const { id, url } = this.options.target;
    return this.options.store.change((all) => {
      const known = all[id];
      return { ...all, [id]: changed(known?.url === url ? known : noSignIn(url)) };
    });
  }

  private remember(tokens: StoredOAuthTokens | undefined): void {
    const known = [tokens?.access_token, tokens?.refresh_token, this.oauth.clientSecret];
    for (const secret of known) if (secret) this.secrets.add(secret);
  }
}

/** The registration for this redirect address. */
function registrationIn(
  stored: unknown,
  redirectUrl: string,
): StoredOAuthClientInformation | undefined {
  const full = storedRegistration.safeParse(stored).data;
  if (full === undefined) return storedClient.safeParse(stored).data;
  return full.redirect_uris.includes(redirectUrl) ? full : undefined;
}

/** Nothing is known of the server yet. */
function noSignIn(url: string): StoredSignIn {
  return { url, pending: [] };
}

/** Adds a waiting sign-in, replacing one with the same state. */
function withPending(stored: StoredSignIn, begun: PendingSignIn): StoredSignIn {
  const { pending } = withoutPending(stored, begun.state);
  return { ...stored, pending: [...pending, begun].slice(-mostPending) };
}
