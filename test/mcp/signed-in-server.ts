import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { answerWell, type RawRequest } from './raw-http-server.js';

export interface SignedInServer {
  readonly url: string;
  /** What was asked of the token endpoint: the grant of each request, in order. */
  readonly grants: string[];
  readonly accessTokens: Set<string>;
  /** Every access token so far is refused from now on. */
  expire(): void;
  close(): Promise<void>;
}

interface Asked {
  readonly redirectUri: string;
  readonly challenge: string;
}

/**
 * An MCP server with its own authorization server: metadata, registration, PKCE, codes that work
 * once, refresh tokens that rotate, client credentials of `robot` with `robot-secret`.
 */
export async function startSignedInServer(): Promise<SignedInServer> {
  const accessTokens = new Set<string>();
  const refreshTokens = new Set<string>();
  const codes = new Map<string, Asked>();
  const clients = new Map<string, readonly string[]>();
  const grants: string[] = [];

  const give = (response: ServerResponse, renewable: boolean): void => {
    const [access, refresh] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    accessTokens.add(access);
    refreshTokens.add(refresh);
    const token = { access_token: access, token_type: 'Bearer', expires_in: 3600 };
    answer(response, 200, renewable ? { ...token, refresh_token: refresh } : token);
  };

  const exchange = (given: URLSearchParams, headers: IncomingMessage['headers']): boolean => {
    const asked = codes.get(given.get('code') ?? '');
    const robot = `Basic ${Buffer.from('robot:robot-secret').toString('base64')}`;
    switch (given.get('grant_type')) {
      case 'authorization_code':
        codes.delete(given.get('code') ?? '');
        return (
          asked?.redirectUri === given.get('redirect_uri') &&
          asked?.challenge === digest(given.get('code_verifier') ?? '')
        );
      case 'refresh_token':
        return refreshTokens.delete(given.get('refresh_token') ?? '');
      case 'client_credentials':
        return headers.authorization === robot || given.get('client_secret') === 'robot-secret';
      default:
        return false;
    }
  };

  const server = createServer((incoming, response) => {
    void readAll(incoming).then((body) => {
      const url = new URL(incoming.url ?? '/', base());
      const { pathname, searchParams: query } = url;
      if (pathname.startsWith('/.well-known/oauth-protected-resource')) {
        answer(response, 200, { resource: `${base()}/mcp`, authorization_servers: [base()] });
      } else if (pathname === '/.well-known/oauth-authorization-server') {
        answer(response, 200, metadata(base()));
      } else if (pathname === '/register') {
        const client = JSON.parse(body) as { redirect_uris: string[] };
        const id = `client-${clients.size + 1}`;
        clients.set(id, client.redirect_uris);
        answer(response, 201, { ...client, client_id: id });
      } else if (pathname === '/authorize') {
        const redirectUri = query.get('redirect_uri') ?? '';
        const known = clients.get(query.get('client_id') ?? '') ?? [];
        if (!known.includes(redirectUri)) return answer(response, 400, { error: 'invalid_client' });
        const code = randomUUID();
        codes.set(code, { redirectUri, challenge: query.get('code_challenge') ?? '' });
        const back = new URL(redirectUri);
        back.search = String(new URLSearchParams({ code, state: query.get('state') ?? '' }));
        response.writeHead(302, { location: back.href }).end();
      } else if (pathname === '/token') {
        const given = new URLSearchParams(body);
        grants.push(given.get('grant_type') ?? '');
        if (!exchange(given, incoming.headers))
          return answer(response, 400, { error: 'invalid_grant' });
        give(response, given.get('grant_type') !== 'client_credentials');
      } else if (pathname === '/mcp') {
        const token = incoming.headers.authorization?.replace(/^Bearer /, '') ?? '';
        if (!accessTokens.has(token)) return unauthorized(response, base());
        const message = body === '' ? {} : (JSON.parse(body) as RawRequest['message']);
        answerWell({ method: incoming.method ?? '', headers: incoming.headers, message }, response);
      } else {
        response.writeHead(404).end();
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const base = (): string => `http://127.0.0.1:${port}`;
  return {
    url: `${base()}/mcp`,
    grants,
    accessTokens,
    expire: () => accessTokens.clear(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function metadata(base: string): object {
  return {
    issuer: base,
    authorization_endpoint: `${base}/authorize`,
    token_endpoint: `${base}/token`,
    registration_endpoint: `${base}/register`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
  };
}

function unauthorized(response: ServerResponse, base: string): void {
  const metadataUrl = `${base}/.well-known/oauth-protected-resource/mcp`;
  response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadataUrl}"` });
  response.end('who?');
}

function digest(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
