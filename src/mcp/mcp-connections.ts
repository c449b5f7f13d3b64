import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock.js';
import { OfficeConfig } from '../platform/config/office-config.js';
import { OfficeLogger } from '../platform/logging/office-logger.js';
import { ChildEnvironments } from '../platform/process/child-environments.js';
import type { Confinement } from '../platform/process/sandbox/confinement.js';
import { Sandboxes } from '../platform/process/sandbox/sandboxes.js';
import { ToolRegistry } from '../tools/tool-registry.js';
import type { McpServerConfig, StdioServerConfig } from './config/mcp-server-config.js';
import type { McpTransport } from './connection/mcp-transport.js';
import type { ConnectionContext, McpConnection } from './mcp-connection.js';
import { mcpLimits } from './mcp-limits.js';
import { SignIns } from './sign-in/sign-ins.js';

interface Held {
  readonly connection: McpConnection;
  /** Fulfilled when it is ready or has failed. */
  readonly settled: Promise<void>;
}

/** The connections by server id. */
@Injectable()
export class McpConnections {
  private readonly held = new Map<string, Held>();
  private readonly context: Omit<ConnectionContext, 'openTransport'>;
  private closed = false;
  private changed: () => void = () => undefined;
  private noted: () => void = () => undefined;
  private consented: ConnectionContext['consented'] = () => undefined;

  constructor(
    private readonly environments: ChildEnvironments,
    private readonly signIns: SignIns,
    private readonly sandboxes: Sandboxes,
    clock: Clock,
    registry: ToolRegistry,
    config: OfficeConfig,
    logger: OfficeLogger,
  ) {
    this.context = {
      limits: mcpLimits,
      registry,
      log: logger.scope('mcp'),
      requireApproval: config.mcp.requireApproval,
      changed: () => this.changed(),
      noted: () => this.noted(),
      now: () => clock.now(),
      consented: (...given) => this.consented(...given),
    };
  }

  /** A server became ready, failed, or has other tools. */
  onChanged(handler: () => void): void {
    this.changed = handler;
  }

  /** Only a server's notes have changed. */
  onNoted(handler: () => void): void {
    this.noted = handler;
  }

  /** A person has consented to the use of a server. */
  onConsented(handler: ConnectionContext['consented']): void {
    this.consented = handler;
  }

  get(id: string): McpConnection | undefined {
    return this.held.get(id)?.connection;
  }

  /** Tools of all servers that were ready, by the names that employees use. */
  toolNames(): readonly string[] {
    return [...this.held.values()].flatMap(({ connection }) => connection.toolNames());
  }

  /** Reconnects lost servers whose tools are among the names. */
  async prepare(toolNames: ReadonlySet<string>): Promise<void> {
    const needed = [...this.held.values()].filter(({ connection }) =>
      connection.toolNames().some((name) => toolNames.has(name)),
    );
    await Promise.all(needed.map(({ connection }) => connection.prepare()));
  }

  /** Disconnects all other servers and failed ones, and starts connecting missing ones. */
  async keepTo(servers: readonly McpServerConfig[]): Promise<void> {
    const wanted = new Set(servers.map(({ id }) => id));
    const dropped = [...this.held].filter(
      ([id, { connection }]) => !wanted.has(id) || connection.hasFailed,
    );
    for (const [id] of dropped) this.held.delete(id);
    await Promise.all(dropped.map(([, { connection }]) => connection.close()));
    const missing = servers.filter(({ id }) => !this.held.has(id));
    if (missing.length > 0) await this.connect(missing);
  }

  /** The protocol is loaded with the first server, so an office without servers never loads it. */
  private async connect(servers: readonly McpServerConfig[]): Promise<void> {
    const [{ McpConnection }, { McpHttpTransport }, { StdioTransport }] = await Promise.all([
      import('./mcp-connection.js'),
      import('./connection/mcp-http-transport.js'),
      import('./connection/stdio-transport.js'),
    ]);
    if (this.closed) return;
    const openTransport: ConnectionContext['openTransport'] = (
      server,
      diagnostics,
    ): McpTransport => {
      const limits = mcpLimits;
      if (server.type === 'http') return new McpHttpTransport(server, limits, this.signIns.access);
      const inherited = this.environments.inherited();
      const confine = (entry: StdioServerConfig): Promise<Confinement> => this.confine(entry);
      return new StdioTransport({ server, inherited, diagnostics, limits, confine });
    };
    for (const server of servers) {
      const connection = new McpConnection(server, { ...this.context, openTransport });
      this.held.set(server.id, { connection, settled: connection.connect() });
    }
  }

  private confine(server: StdioServerConfig): Promise<Confinement> {
    const readable = server.cwd === null ? [] : [server.cwd];
    const owner = `mcp-${server.id}`;
    return this.sandboxes.ofEntry(server, { workspace: null, scratch: null, owner, readable });
  }

  /** Fulfilled when no connection is in progress. */
  async settled(): Promise<void> {
    await Promise.all([...this.held.values()].map(({ settled }) => settled));
  }

  /** Final. */
  async closeAll(): Promise<void> {
    this.closed = true;
    await this.keepTo([]);
  }
}
