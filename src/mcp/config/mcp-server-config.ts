import { secretValuesIn } from '../../platform/process/secret-name.js';

interface CommonServerConfig {
  /** Middle part of its tools' names: letters, digits and `-`. */
  readonly id: string;
  /** False: listed, but not connected. */
  readonly enabled: boolean;
  readonly requestTimeoutMs: number;
}

/** A server started as a child, with messages over its pipes. */
export interface StdioServerConfig extends CommonServerConfig {
  readonly type: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /**
   * Passed on unchanged in addition to what every child inherits: the operator's deliberate grant.
   */
  readonly env: Readonly<Record<string, string>>;
  /** Null = the service's own directory; in a sandbox, the first of its folders. */
  readonly cwd: string | null;
  /** It runs in a sandbox; absent: as the service's account may. */
  readonly sandbox?: boolean;
  /** Folders that it can write in the sandbox. */
  readonly folders?: readonly string[];
}

/** A server over streamable HTTP. */
export interface HttpServerConfig extends CommonServerConfig {
  readonly type: 'http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Null = no sign-in. */
  readonly oauth: OAuthConfig | null;
}

/** How to sign in to a server with OAuth. */
export interface OAuthConfig {
  /** Id of a client registered by the operator; null = the service registers itself. */
  readonly clientId: string | null;
  readonly clientSecret: string | null;
  /**
   * An https address that describes the client, for servers that accept it instead of a
   * registration.
   */
  readonly clientMetadataUrl: string | null;
  /** Scope to request if the server names none; null = none. */
  readonly scope: string | null;
  /** True: the client signs in with its secret; false: a person does, in a browser. */
  readonly clientCredentials: boolean;
}

/** A configured MCP server. */
export type McpServerConfig = StdioServerConfig | HttpServerConfig;

export const defaultRequestTimeoutMs = 30_000;

/** Without `_`, which separates the parts of a tool's name, so that names stay unique. */
export const serverIdPattern = /^[A-Za-z0-9][A-Za-z0-9-]*$/;

/**
 * An operator's secrets for a server: credentials in its environment, and its headers. They are
 * hidden if the server repeats them.
 */
export function secretsOf(server: McpServerConfig): readonly string[] {
  if (server.type === 'stdio') return secretValuesIn(server.env);
  // In `Bearer abc`, `abc` alone is secret too.
  const { headers, oauth } = server;
  const sent = Object.values(headers).flatMap((value) => [value, value.split(' ').at(-1) ?? '']);
  return oauth?.clientSecret ? [...sent, oauth.clientSecret] : sent;
}
