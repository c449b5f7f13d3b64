import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, jest } from '@jest/globals';
import { Provider } from 'oidc-provider';

/** What the provider tells about people, by their login. */
export type People = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export const oidcClient = { id: 'office', secret: 'the secret of the office' } as const;

/** Keeps the warnings of providers of what only tests may do from the output of the suite. */
export function quietProviders(): void {
  beforeAll(() => {
    for (const method of ['info', 'warn'] as const) {
      jest.spyOn(console, method).mockImplementation(() => undefined);
    }
  });
  afterAll(() => void jest.restoreAllMocks());
}

/** An OpenID provider of others on a loopback port, whose forms believe every password. */
export class OpenIdServer {
  private constructor(
    private readonly server: Server,
    readonly issuer: string,
  ) {}

  /** @param inIdToken claims are in the ID token, and not only where the access token leads */
  static async start(people: People, inIdToken = false, port = 0): Promise<OpenIdServer> {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: oidcClient.id,
          client_secret: oidcClient.secret,
          // A native one may come back to any port of the loopback.
          application_type: 'native',
          redirect_uris: ['http://127.0.0.1/sign-in/callback'],
        },
      ],
      claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'] },
      conformIdTokenClaims: !inIdToken,
      cookies: { keys: ['a key of the tests'] },
      pkce: { required: () => true },
      findAccount: (_, id) => ({
        accountId: id,
        claims: () => ({ sub: id, ...people[id] }),
      }),
    });
    const answer = provider.callback();
    server.on('request', (request, response) => void answer(request, response));
    return new OpenIdServer(server, issuer);
  }

  get port(): number {
    return Number(new URL(this.issuer).port);
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}
