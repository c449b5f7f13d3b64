import { Injectable } from '@nestjs/common';
import type { Configuration } from 'openid-client';
import type { SignInSettings } from '#platform/config/sign-in-settings.js';
import { messageOf, messagesOfCauses } from '#platform/errors/error-text.js';
import { RefusedError, UnavailableError } from '#platform/errors/office-error.js';
import { OfficeLogger, type ScopedLogger } from '#platform/logging/office-logger.js';
import { cleaned } from '#platform/text/cleaned.js';
import { processTexts } from '#protocol/texts/process.js';
import { signInTexts } from '#protocol/texts/sign-in.js';
import { areIncomplete, type Claims } from './identity.js';

/** Time limit of each request to the provider, s. */
const timeout = 10;

const reasonCharacters = 300;

/** Values that identify a sign-in in progress. */
export interface Begun {
  readonly state: string;
  readonly nonce: string;
  /** The code verifier of PKCE (RFC 7636). */
  readonly verifier: string;
}

/** The provider of sign-ins, by OpenID Connect's authorization code flow. */
@Injectable()
export class OpenIdProvider {
  private readonly log: ScopedLogger;
  private known: Promise<Configuration> | null = null;

  constructor(logger: OfficeLogger) {
    this.log = logger.scope('sign-in');
  }

  /**
   * The address at which the person signs in, and the values that identify the answer.
   * @throws UnavailableError if the provider does not answer
   */
  async begin(settings: SignInSettings, redirectUrl: string): Promise<Begun & { to: URL }> {
    const provider = await this.configuration(settings);
    const { buildAuthorizationUrl, calculatePKCECodeChallenge, ...random } =
      await import('openid-client');
    const begun = {
      state: random.randomState(),
      nonce: random.randomNonce(),
      verifier: random.randomPKCECodeVerifier(),
    };
    const to = buildAuthorizationUrl(provider, {
      redirect_uri: redirectUrl,
      scope: settings.scopes,
      state: begun.state,
      nonce: begun.nonce,
      code_challenge: await calculatePKCECodeChallenge(begun.verifier),
      code_challenge_method: 'S256',
    });
    return { ...begun, to };
  }

  /**
   * The provider's claims about the person who came back to this address.
   * @throws RefusedError if it has not signed them in; UnavailableError if it does not answer
   */
  async finish(settings: SignInSettings, { state, nonce, verifier }: Begun, address: URL) {
    const provider = await this.configuration(settings);
    const { AuthorizationResponseError, authorizationCodeGrant, fetchUserInfo } =
      await import('openid-client');
    try {
      const tokens = await authorizationCodeGrant(provider, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims: Claims & { sub: string } = { ...(tokens.claims() ?? { sub: '' }) };
      const hasMore = provider.serverMetadata().userinfo_endpoint !== undefined;
      if (!areIncomplete(claims, settings) || !hasMore) return claims;
      return { ...(await fetchUserInfo(provider, tokens.access_token, claims.sub)), ...claims };
    } catch (thrown) {
      this.log.debug(
        processTexts.signInFailed(cleaned(messagesOfCauses(thrown), reasonCharacters)),
      );
      const said =
        thrown instanceof AuthorizationResponseError
          ? (thrown.error_description ?? thrown.error)
          : messageOf(thrown);
      throw new RefusedError(signInTexts.refused(cleaned(said, reasonCharacters)));
    }
  }

  /** The provider's configuration, fetched once, and again after a failure. */
  private async configuration(settings: SignInSettings): Promise<Configuration> {
    const known = (this.known ??= discovered(settings));
    try {
      return await known;
    } catch (thrown) {
      if (this.known === known) this.known = null;
      const reason = cleaned(messagesOfCauses(thrown), reasonCharacters);
      this.log.warn(processTexts.noSignInProvider(settings.issuer, reason));
      throw new UnavailableError(signInTexts.silent);
    }
  }
}

async function discovered(settings: SignInSettings): Promise<Configuration> {
  const { issuer, clientId, clientSecret: secret } = settings;
  const client = await import('openid-client');
  const isPlain = new URL(issuer).protocol === 'http:';
  const found = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
    timeout,
    // Only for the loopback, as the configuration ensures.
    ...(isPlain && { execute: [client.allowInsecureRequests] }),
  });
  const metadata = found.serverMetadata();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const secretAuth = methods.includes('client_secret_basic')
    ? client.ClientSecretBasic
    : client.ClientSecretPost;
  const auth = secret === null ? client.None() : secretAuth(secret);
  const provider = new client.Configuration(metadata, clientId, undefined, auth);
  provider.timeout = timeout;
  if (isPlain) client.allowInsecureRequests(provider);
  // Checks the signature of the identity even though it comes from the provider itself.
  client.enableNonRepudiationChecks(provider);
  return provider;
}
