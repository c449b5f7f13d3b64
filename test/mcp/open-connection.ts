import { unconfined } from '../../src/platform/process/sandbox/confinement.js';
import { join } from 'node:path';
import { ToolRegistry } from '../../src/tools/tool-registry.js';
import type { ToolResult } from '../../src/tools/tool.js';
import { McpHttpTransport } from '../../src/mcp/connection/mcp-http-transport.js';
import { StdioTransport } from '../../src/mcp/connection/stdio-transport.js';
import { McpConnection } from '../../src/mcp/mcp-connection.js';
import { mcpLimits, type McpLimits } from '../../src/mcp/mcp-limits.js';
import type { McpServerConfig, StdioServerConfig } from '../../src/mcp/config/mcp-server-config.js';
import type { SignInAccess } from '../../src/mcp/sign-in/stored-auth-provider.js';
import { publishedName } from '../../src/mcp/tools/published-tools.js';
import { fakeContext, type FakeContext } from '../support/tool-context.js';

/** A connection with nothing of the service around it but a registry. */
export interface OpenConnection {
  readonly connection: McpConnection;
  readonly registry: ToolRegistry;
  readonly warnings: string[];
  /** Calls a tool as an employee would, by its name on the server. */
  call(tool: string, args?: Record<string, unknown>, context?: FakeContext): Promise<ToolResult>;
  /** Fulfilled once the condition holds; it is looked at whenever the connection changed. */
  until(condition: () => boolean): Promise<void>;
}

export interface OpenOptions {
  readonly limits?: Partial<McpLimits>;
  readonly requireApproval?: boolean;
  /** Absent: it cannot be signed in to. */
  readonly access?: SignInAccess;
}

const person = { answer: { approved: true, reason: null } };

/** Connects to a server; whoever does so closes the connection. */
export async function openConnection(
  server: McpServerConfig,
  options?: OpenOptions,
): Promise<OpenConnection> {
  const opened = prepareConnection(server, options);
  await opened.connection.connect();
  return opened;
}

/** A connection that is not connected yet. */
export function prepareConnection(
  server: McpServerConfig,
  { limits: changes = {}, requireApproval = false, access }: OpenOptions = {},
): OpenConnection {
  const limits: McpLimits = { ...mcpLimits, paceMs: 20, endMs: 200, probeMs: 200, ...changes };
  const registry = new ToolRegistry();
  const warnings: string[] = [];
  const watchers = new Set<() => void>();
  const look = (): void => watchers.forEach((watcher) => watcher());
  const connection = new McpConnection(server, {
    limits,
    registry,
    requireApproval,
    now: () => Date.now(),
    log: { debug: ignore, info: ignore, error: ignore, warn: (line) => void warnings.push(line) },
    openTransport: (config, diagnostics) =>
      config.type === 'http'
        ? new McpHttpTransport(config, limits, access)
        : new StdioTransport({
            server: config,
            inherited: { PATH: process.env.PATH ?? '' },
            diagnostics,
            limits,
            confine: async () => unconfined,
          }),
    changed: look,
    noted: look,
    consented: ignore,
  });
  return {
    connection,
    registry,
    warnings,
    call: async (tool, args = {}, context = fakeContext(person)) => {
      const published = registry.get(publishedName(server.id, tool));
      if (published === undefined) throw new Error(`${tool} is not published`);
      return published.run(args, context);
    },
    until: (condition) =>
      new Promise((resolve) => {
        const watcher = (): void => {
          if (!condition()) return;
          watchers.delete(watcher);
          resolve();
        };
        watchers.add(watcher);
        watcher();
      }),
  };
}

/** A server of `test/mcp/fixtures`. */
export function fixture(name: string, ...args: string[]): StdioServerConfig {
  const path = join(import.meta.dirname, `fixtures/${name}.mjs`);
  return stdioServer(name, process.execPath, [path, ...args]);
}

/** A published server of the registry, by its package. */
export function installed(id: string, packageName: string, ...args: string[]): StdioServerConfig {
  const path = join(import.meta.dirname, `../../node_modules/${packageName}/dist/index.js`);
  return stdioServer(id, process.execPath, [path, ...args]);
}

function stdioServer(id: string, command: string, args: readonly string[]): StdioServerConfig {
  return {
    id,
    type: 'stdio',
    command,
    args,
    env: {},
    cwd: null,
    enabled: true,
    requestTimeoutMs: 10_000,
  };
}

function ignore(): void {
  // The tests read warnings only.
}
