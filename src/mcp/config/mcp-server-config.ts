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
  /** Handed on as written, on top of what every child inherits (decisions.md A12). */
  readonly env: Readonly<Record<string, string>>;
  /** Null = the service's own directory. */
  readonly cwd: string | null;
}

/** A server that is reached over streamable HTTP. */
export interface HttpServerConfig extends CommonServerConfig {
  readonly type: 'http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** One MCP server as the operator configured it (behaviour-plugins.md 4.1). */
export type McpServerConfig = StdioServerConfig | HttpServerConfig;

export const defaultRequestTimeoutMs = 30_000;

/** No `_`: it parts the pieces of a tool's name, so ids with one could make two names equal. */
export const serverIdPattern = /^[A-Za-z0-9][A-Za-z0-9-]*$/;
