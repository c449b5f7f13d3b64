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
  noSignIn,
  type PendingSignIn,
  type SignInStore,
  type StoredSignIn,
  withoutPending,
  withPending,
} from './sign-in-store.js';

/** What signing in needs of the service around it. */
export interface SignInAccess {
  readonly store: SignInStore;
  /** Asks authorization servers. */
  readonly fetch: FetchLike;
  /** Where a browser comes back to. */
  redirectUrl(): string;
}

/** A server that is signed in to. */
export interface SignInTarget {
  readonly id: string;
  readonly url: string;
  readonly oauth: OAuthConfig;
}

export interface AuthProviderOptions extends SignInAccess {
  readonly target: SignInTarget;
  /** A person has to open this address in a browser. */
  readonly onSignInNeeded: (address: string) => void;
}

/** The authorization server that something is for; the SDK puts it to what it saves. */
const issued = { issuer: z.string().optional() };
const storedTokens = OAuthTokensSchema.extend(issued);
const storedClient = OAuthClientInformationSchema.extend(issued);
const storedRegistration = OAuthClientInformationFullSchema.extend(issued);

type Scope = 'all' | 'client' | 'tokens' | 'verifier' | 'discovery';

/**
 * What the SDK's OAuth client asks of us: registrations, tokens and verifiers, kept in the store
 * under the server's id, and only for the address they were made for.
 */
export class StoredAuthProvider implements OAuthClientProvider {
  /** Tokens that were read or saved, for texts that must not show them. */
  readonly secrets = new Set<string>();
  private discovery: OAuthDiscoveryState | undefined;
  /** Of the sign-in that this one began or goes on with. */
  private pendingState = '';
  /** What was last used as the client, and what a sign-in that goes on was begun as. */
  private usedAs: unknown;
  private begunAs: unknown;
  private lastRead: unknown;

  constructor(private readonly options: AuthProviderOptions) {}

  get redirectUrl(): string | undefined {
    return this.oauth.clientCredentials ? undefined : this.options.redirectUrl();
  }

  get clientMetadataUrl(): string {
    // The SDK takes an empty address for none.
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

  /** Guards the way back: whoever does not know it cannot finish the sign-in. */
  state(): string {
    this.pendingState = randomBytes(32).toString('base64url');
    return this.pendingState;
  }

  /**
   * The operator's own client, else what was registered for the present way back. The operator's is
   * bound to the authorization server at which it was used first, so that a server cannot send its
   * secret to another one.
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

  /** The operator's secret stays in the operator's configuration. */
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

  /** The sign-in is over, and so are others that wait. */
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

  /** A code goes to the very authorization server that the person signed in at. */
  discoveryState(): OAuthDiscoveryState | undefined {
    return this.discovery;
  }

  /** As it was when the person was sent to sign in, by this process or another one. */
  async resume(state: string): Promise<void> {
    this.pendingState = state;
    const { authorizationServerUrl, resourceMetadataUrl, client } = await this.pending();
    this.begunAs = client;
    this.discovery = {
      authorizationServerUrl,
      ...(resourceMetadataUrl !== null && { resourceMetadataUrl }),
    };
  }

  /** Undefined: the code of a person's sign-in is exchanged. */
  prepareTokenRequest(scope = this.oauth.scope ?? undefined): URLSearchParams | undefined {
    if (!this.oauth.clientCredentials) return undefined;
    return new URLSearchParams({
      grant_type: 'client_credentials',
      ...(scope !== undefined && { scope }),
    });
  }

  /** Tokens that another replica has renewed meanwhile stay. */
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

/** What was registered for this way back. */
function registrationIn(
  stored: unknown,
  redirectUrl: string,
): StoredOAuthClientInformation | undefined {
  const full = storedRegistration.safeParse(stored).data;
  if (full === undefined) return storedClient.safeParse(stored).data;
  return full.redirect_uris.includes(redirectUrl) ? full : undefined;
}
