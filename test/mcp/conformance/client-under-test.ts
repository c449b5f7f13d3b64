import type { HttpServerConfig, OAuthConfig } from '#mcp/config/mcp-server-config.js';
import { authFetch } from '#mcp/sign-in/auth-fetch.js';
import { finishSignIn } from '#mcp/sign-in/sign-ins.js';
import { publishedName } from '#mcp/tools/published-tools.js';
import type { SignInAccess } from '#mcp/sign-in/stored-auth-provider.js';
import { GuardedFetch } from '#platform/net/guarded-fetch.js';
import type { ToolArguments } from '#tools/tool.js';
import type { ToolRegistry } from '#tools/tool-registry.js';
import { openConnection } from '../open-connection.js';
import { MemorySignInStore } from './memory-sign-in-store.js';

type SignInAnswer = Parameters<typeof finishSignIn>[1];

/** What the suite asks of a client: a scenario, its server, and credentials where it has any. */
export interface Assignment {
  readonly scenario: string;
  readonly url: string;
  readonly context: {
    readonly client_id?: string;
    readonly client_secret?: string;
    /** Calls to make in place of those with the usual arguments. */
    readonly toolCalls?: readonly ToolCall[];
  };
}

interface ToolCall {
  readonly name: string;
  readonly arguments: ToolArguments;
}

/** The tool that is to be told the schema of this one, as far as the client has it. */
const schemaTool = 'json_schema_2020_12_tool';

/** A person would not go on for ever either. */
const mostSignIns = 3;

/**
 * Does what an office does with a server: connects, reads the tools, calls each. Where a person has
 * to sign in, a browser that always agrees does, and the server is connected anew.
 */
export async function useServer({ scenario, url, context }: Assignment): Promise<string> {
  const access: SignInAccess = {
    store: new MemorySignInStore(),
    fetch: authFetch(new GuardedFetch()),
    redirectUrl: () => 'http://127.0.0.1:1/mcp/callback',
  };
  const oauth = oauthFor(scenario, context);
  const server: HttpServerConfig = {
    id: 'tested',
    type: 'http',
    url,
    headers: {},
    oauth,
    enabled: true,
    requestTimeoutMs: 60_000,
  };
  let said = '';
  for (let signIns = 0; signIns < mostSignIns; signIns += 1) {
    const { connection, registry, call } = await openConnection(server, {
      access,
      limits: { probeMs: 10_000 },
    });
    for (const { name, arguments: args } of context.toolCalls ?? usualCalls(registry)) {
      said = (await call(name, args)).content;
    }
    const { state, error = '' } = connection.record();
    await connection.close();
    const address = /sign in at (\S+)/.exec(error)?.[1];
    if (address === undefined) return `${state} ${error} ${said}`;
    await finishSignIn({ id: 'tested', url, oauth }, await agree(address), access);
  }
  return `gave up: ${said}`;
}

function usualCalls(registry: ToolRegistry): readonly ToolCall[] {
  const schema = registry.get(publishedName('tested', schemaTool))?.parameters;
  const args = { a: 5, b: 3, ...(schema !== undefined && { schema }) };
  return registry
    .list()
    .map(({ name }) => ({ name: name.slice('mcp__tested__'.length), arguments: args }));
}

/** What the browser comes back with. */
async function agree(address: string): Promise<SignInAnswer> {
  const { headers } = await fetch(address, { redirect: 'manual' });
  const { searchParams } = new URL(headers.get('location') ?? address);
  const [state, code] = [searchParams.get('state'), searchParams.get('code')];
  if (code === null) throw new Error(`no code from ${address}`);
  return { state: state ?? '', code, iss: searchParams.get('iss') ?? undefined };
}

function oauthFor(
  scenario: string,
  { client_id, client_secret }: Assignment['context'],
): OAuthConfig {
  return {
    clientId: client_id ?? null,
    clientSecret: client_secret ?? null,
    clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
    scope: null,
    clientCredentials: scenario.startsWith('auth/client-credentials'),
  };
}
