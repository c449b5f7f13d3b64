import type { McpServerState } from './enums.js';

export interface McpState {
  readonly enabled: boolean;
  /** Path of the file that was read. */
  readonly configPath: string | null;
  /** Role ids that may call MCP tools; a single `*` = all. */
  readonly grantRoles: readonly string[];
  readonly servers: readonly McpServer[];
  /** Problems of the configuration; absent: none. */
  readonly problems?: readonly string[];
}

export interface McpServer {
  readonly id: string;
  readonly state: McpServerState;
  /** Command line or URL; no headers, no secrets. */
  readonly transport: string;
  readonly serverName?: string;
  readonly serverVersion?: string;
  readonly protocolVersion?: string;
  readonly toolCount: number;
  /** Why it is not ready. */
  readonly error?: string;
  /** Recent diagnostic output. */
  readonly notes: readonly string[];
}

/** Body of `POST /api/mcp/refresh`: the new state and the problems of the configuration. */
export interface McpRefreshed extends McpState {
  readonly problems: readonly string[];
}
