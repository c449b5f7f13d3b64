import { createHash } from 'node:crypto';
import { messageOf } from '../platform/errors/error-text.js';
import type { ScopedLogger } from '../platform/logging/office-logger.js';
import { redactor, type Redact } from '../platform/logging/redact.js';
import type { McpServerState } from '../protocol/records/enums.js';
import type { McpServer } from '../protocol/records/mcp.js';
import { mcpTexts } from '../protocol/texts/mcp.js';
import type { ToolRegistry } from '../tools/tool-registry.js';
import type { ToolArguments } from '../tools/tool.js';
import type { McpServerConfig } from './config/mcp-server-config.js';
import { secretsOf } from './config/secrets-of.js';
import { McpClient } from './connection/mcp-client.js';
import type { McpTransport } from './connection/mcp-transport.js';
import { PacedJob } from './connection/paced-job.js';
import { ServerDiagnostics } from './connection/server-diagnostics.js';
import type { ServerIdentity } from './connection/server-identity.js';
import { displayTransport } from './display-transport.js';
import type { McpLimits } from './mcp-limits.js';
import { listTools } from './tools/list-tools.js';
import type { ToolServer } from './tools/mcp-tool.js';
import { PublishedTools } from './tools/published-tools.js';
import { ServerConsent } from './tools/server-consent.js';

/** What a connection needs of the service around it. */
export interface ConnectionContext {
  readonly limits: McpLimits;
  readonly registry: ToolRegistry;
  readonly log: ScopedLogger;
  readonly requireApproval: boolean;
  openTransport(server: McpServerConfig, diagnostics: ServerDiagnostics): McpTransport;
  /** The record reads differently now. */
  changed(): void;
  /** A person has consented to its use. */
  consented(serverId: string, definition: string): void;
  /** Only its notes do. */
  noted(): void;
}

/**
 * One connection to one server: connecting, then ready, then failed for good. Its tools are
 * published exactly while it is ready. It never reconnects; a new attempt is a new connection
 * (interface.md 4.3).
 */
export class McpConnection implements ToolServer {
  readonly consent: ServerConsent;

  private readonly redact: Redact;
  private readonly client: McpClient;
  private readonly transport: McpTransport;
  private readonly diagnostics: ServerDiagnostics;
  private readonly tools: PublishedTools;
  private readonly following: PacedJob;
  private state: McpServerState = 'connecting';
  private error: string | null = null;
  private identity: ServerIdentity | null = null;
  private closing = false;
  private gone = false;

  constructor(
    readonly config: McpServerConfig,
    private readonly context: ConnectionContext,
  ) {
    const { limits, registry, requireApproval } = context;
    this.consent = new ServerConsent(
      config.id,
      requireApproval,
      () => this.definition,
      (definition) => context.consented(config.id, definition),
    );
    this.redact = (text) =>
      redactor([...secretsOf(config), ...(this.transport.secrets ?? [])])(text);
    this.diagnostics = new ServerDiagnostics(limits, this.redact, () => context.noted());
    this.transport = context.openTransport(config, this.diagnostics);
    this.client = new McpClient(this.transport);
    this.tools = new PublishedTools(registry);
    this.following = new PacedJob(() => this.followList(), limits.paceMs);
  }

  /** What a consent is given to: the server as it is configured, with the tools it has. */
  get definition(): string {
    const tools = [...this.toolNames()].sort();
    return createHash('sha256')
      .update(JSON.stringify([this.config, tools]))
      .digest('hex');
  }

  get id(): string {
    return this.config.id;
  }

  get limits(): McpLimits {
    return this.context.limits;
  }

  get hasFailed(): boolean {
    return this.state === 'failed';
  }

  get isReady(): boolean {
    return this.state === 'ready';
  }

  /** As employees call them. */
  toolNames(): readonly string[] {
    return this.tools.names();
  }

  record(): McpServer {
    const { id, state, identity, error, tools } = this;
    return {
      id,
      state,
      transport: displayTransport(this.config),
      ...identity,
      toolCount: tools.count,
      ...(error === null ? {} : { error }),
      notes: this.diagnostics.notes(),
    };
  }

  /** Ends ready or failed; never rejects. */
  async connect(): Promise<void> {
    const { limits, log } = this.context;
    this.client.onclose = () => this.lost();
    try {
      this.identity = await this.client.open(limits.handshakeMs);
      this.client.onToolsChanged(() => this.following.ask());
      const notes = await this.readTools();
      this.throwIfOver();
      if (notes.length > 0) log.warn(mcpTexts.remarks(this.id, notes));
      this.state = 'ready';
      log.info(mcpTexts.ready(this.id, this.tools.count));
      this.context.changed();
    } catch (error) {
      this.fail(messageOf(error));
      await this.transport.close();
    }
  }

  /** Withdraws the tools at once and lets the server go. */
  async close(): Promise<void> {
    this.closing = true;
    this.following.stop();
    this.tools.withdrawAll();
    await this.transport.close();
  }

  /** @throws McpRequestError */
  call(
    tool: string,
    args: ToolArguments,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>> {
    const timeoutMs = this.config.requestTimeoutMs;
    return this.client.ask('tools/call', { name: tool, arguments: args }, { timeoutMs, signal });
  }

  /** @returns what is to be said about tools that were left out */
  private async readTools(): Promise<readonly string[]> {
    const { limits } = this.context;
    const listing = await listTools(this.client, limits, this.config.requestTimeoutMs);
    if (this.closing || this.gone) return [];
    const { changed, notes } = this.tools.update(listing.tools, this);
    const remarks = [...listing.notes, ...notes];
    for (const remark of remarks.slice(0, limits.notes)) this.diagnostics.note(remark);
    if (changed && this.isReady) this.context.changed();
    return remarks;
  }

  /** However often a server has its list read again, nothing of it goes to the log. */
  private async followList(): Promise<void> {
    try {
      await this.readTools();
    } catch (error) {
      this.diagnostics.note(mcpTexts.listNotFollowed(messageOf(error)));
    }
  }

  /** The transport is gone. While connecting, `connect` reports it. */
  private lost(): void {
    this.gone = true;
    if (!this.isReady) return;
    this.fail(mcpTexts.stoppedResponding(this.transport.fault ?? mcpTexts.connectionClosed));
  }

  private throwIfOver(): void {
    if (!this.gone && !this.closing) return;
    throw new Error(this.transport.fault ?? mcpTexts.connectionClosed);
  }

  private fail(error: string): void {
    if (this.closing || this.state === 'failed') return;
    this.state = 'failed';
    this.error = this.redact(error);
    this.following.stop();
    this.tools.withdrawAll();
    this.context.log.warn(mcpTexts.notReady(this.id, this.error));
    this.context.changed();
  }
}
