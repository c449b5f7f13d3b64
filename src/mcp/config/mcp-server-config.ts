import { secretValuesIn } from '../../platform/process/secret-name.js';

interface CommonServerConfig {
  /** Middle part of its tools' names: letters, digits and `-`. */
  readonly id: string;
  /** False: known, shown, and not connected. */
  readonly enabled: boolean;
  readonly requestTimeoutMs: number;
}

/** A server that is started as a child and spoken with over its pipes. */
export interface StdioServerConfig extends CommonServerConfig {
  readonly type: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** Handed on as written, on top of what every child inherits: the operator's deliberate grant. */
  readonly env: Readonly<Record<string, string>>;
  /** Null = the service's own directory. */
  readonly cwd: string | null;
}

/** A server that is reached over streamable HTTP. */
export interface HttpServerConfig extends CommonServerConfig {
  readonly type: 'http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null = it is not signed in to. */
  readonly oauth: OAuthConfig | null;
}

/** How a server is signed in to with OAuth. */
export interface OAuthConfig {
  /** Of a client that the operator registered; null = the service registers itself. */
  readonly clientId: string | null;
  readonly clientSecret: string | null;
  /** An https address that describes the client, for servers that take one in place of a registration. */
  readonly clientMetadataUrl: string | null;
  /** What is asked for where the server names nothing; null = nothing. */
  readonly scope: string | null;
  /** The client signs in itself, with its secret; else a person does, in a browser. */
  readonly clientCredentials: boolean;
}

/** One MCP server as the operator configured it. */
export type McpServerConfig = StdioServerConfig | HttpServerConfig;

export const defaultRequestTimeoutMs = 30_000;

/** No `_`: it parts the pieces of a tool's name, so ids with one could make two names equal. */
export const serverIdPattern = /^[A-Za-z0-9][A-Za-z0-9-]*$/;

/**
 * What an operator gave a server in confidence: credentials of its environment, and its headers. A
 * server that echoes them must not show them to every client of this service.
 */
export function secretsOf(server: McpServerConfig): readonly string[] {
  if (server.type === 'stdio') return secretValuesIn(server.env);
  // Of `Bearer abc`, the `abc` alone is as secret as the whole.
  const { headers, oauth } = server;
  const sent = Object.values(headers).flatMap((value) => [value, value.split(' ').at(-1) ?? '']);
  return oauth?.clientSecret ? [...sent, oauth.clientSecret] : sent;
}
