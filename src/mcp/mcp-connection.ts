import { createHash } from 'node:crypto';
import { messageOf } from '../platform/errors/error-text.js';
import type { ScopedLogger } from '../platform/logging/office-logger.js';
import { redactor, type Redact } from '../platform/logging/redact.js';
import { pause } from '../platform/process/pause.js';
import { unlessAborted } from '../platform/process/unless-aborted.js';
import type { McpServerState } from '../protocol/records/enums.js';
import type { McpServer } from '../protocol/records/mcp.js';
import { mcpTexts } from '../protocol/texts/mcp.js';
import type { ToolRegistry } from '../tools/tool-registry.js';
import type { ToolArguments, ToolContext } from '../tools/tool.js';
import { type McpServerConfig, secretsOf } from './config/mcp-server-config.js';
import { type Answer, type McpClient, McpRequestError } from './connection/mcp-client.js';
import type { McpTransport } from './connection/mcp-transport.js';
import { openClient } from './connection/open-client.js';
import { PacedJob } from './connection/paced-job.js';
import { ServerDiagnostics } from './connection/server-diagnostics.js';
import type { ServerIdentity } from './connection/server-identity.js';
import { displayTransport } from './display-transport.js';
import type { McpLimits } from './mcp-limits.js';
import { ReconnectPace } from './reconnect-pace.js';
import { listTools } from './tools/list-tools.js';
import type { ToolServer } from './tools/mcp-tool.js';
import { PublishedTools } from './tools/published-tools.js';
import { ServerConsent } from './tools/server-consent.js';
import type { ToolDescriptor } from './tools/tool-descriptor.js';

/** A connection's environment. */
export interface ConnectionContext {
  readonly limits: McpLimits;
  readonly registry: ToolRegistry;
  readonly log: ScopedLogger;
  readonly requireApproval: boolean;
  openTransport(server: McpServerConfig, diagnostics: ServerDiagnostics): McpTransport;
  /** The record has changed. */
  changed(): void;
  /** A person has consented to its use. */
  consented(serverId: string, definition: string, floor: string): void;
  /** Time for timestamps. */
  now(): number;
  /** Only its notes have changed. */
  noted(): void;
}

/**
 * A server: connecting, then ready or failed. A lost one keeps its tools published and is
 * reconnected when it is needed, never by itself.
 */
export class McpConnection implements ToolServer {
  readonly consent: ServerConsent;

  private readonly redact: Redact;
  private readonly diagnostics: ServerDiagnostics;
  private readonly tools: PublishedTools;
  private readonly following: PacedJob;
  private readonly pace = new ReconnectPace();
  private readonly closing = new AbortController();
  private transport: McpTransport | null = null;
  /** Null without a connection. */
  private client: McpClient | null = null;
  private reconnecting: Promise<void> | null = null;
  private state: McpServerState = 'connecting';
  private wasReady = false;
  private error: string | null = null;
  private identity: ServerIdentity | null = null;

  constructor(
    readonly config: McpServerConfig,
    private readonly context: ConnectionContext,
  ) {
    const { limits, registry, requireApproval } = context;
    this.consent = new ServerConsent({
      serverId: config.id,
      required: requireApproval,
      now: () => context.now(),
      definition: () => this.definition,
      onGiven: (definition, floor) => context.consented(config.id, definition, floor),
    });
    this.redact = (text) =>
      redactor([...secretsOf(config), ...(this.transport?.secrets ?? [])])(text);
    this.diagnostics = new ServerDiagnostics(limits, this.redact, () => context.noted());
    this.tools = new PublishedTools(registry);
    this.following = new PacedJob(() => this.followList(), limits.paceMs);
  }

  /** Hash of what a consent covers: the server's configuration, identity, and tool descriptions. */
  get definition(): string {
    const { serverName, serverVersion } = this.identity ?? {};
    return createHash('sha256')
      .update(JSON.stringify([this.config, serverName, serverVersion, this.tools.said()]))
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

  /** True if it was ready and is gone. */
  get isLost(): boolean {
    return this.wasReady && !this.isReady;
  }

  /** Names that employees use. */
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

  /** Ends as ready or failed; never rejects. */
  async connect(): Promise<void> {
    try {
      const definition = this.wasReady ? this.definition : null;
      const opened = await openClient(() => this.nextTransport(), this.limits);
      this.identity = opened.identity;
      await this.begin(opened.client);
      if (definition !== null && definition !== this.definition) this.consent.withdraw();
    } catch (error) {
      this.fail(messageOf(error));
      this.client = null;
      await this.transport?.close();
    }
  }

  /** Removes the tools at once and ends the connection. */
  async close(): Promise<void> {
    this.closing.abort();
    this.following.stop();
    this.tools.withdrawAll();
    await this.transport?.close();
  }

  /**
   * Reconnects a lost server, as far as its pace allows.
   * @throws Error with the reason why it is unavailable
   */
  async reach(signal: AbortSignal): Promise<void> {
    if (!this.isLost) return;
    this.reconnecting ??= this.reconnect().finally(() => (this.reconnecting = null));
    await unlessAborted(this.reconnecting, signal, mcpTexts.connectionClosed);
    if (this.isLost) throw new Error(this.error ?? mcpTexts.connectionClosed);
  }

  /** For a turn that has its tools; never rejects. Does nothing if it may not be tried yet. */
  async prepare(): Promise<void> {
    if (!this.isLost || this.pace.waitMs(performance.now()) > 0) return;
    await this.reach(this.closing.signal).catch(() => undefined);
  }

  /**
   * Repeats a call that the server did not accept on a new connection; an interrupted one only if
   * the tool permits it.
   * @throws McpRequestError
   */
  async call(
    tool: ToolDescriptor,
    args: ToolArguments,
    { signal, workspaceId }: Pick<ToolContext, 'signal' | 'workspaceId'>,
  ): Promise<Answer> {
    try {
      return await this.send(tool, args, signal);
    } catch (error) {
      if (!mayRepeat(error, tool) || signal.aborted) throw error;
      await this.reach(signal);
      // The reconnected server may differ from the one that a person approved.
      if (!this.consent.isGivenOn(workspaceId)) throw error;
      return this.send(tool, args, signal);
    }
  }

  private send(tool: ToolDescriptor, args: ToolArguments, signal: AbortSignal): Promise<Answer> {
    const { client } = this;
    if (client === null) throw new Error(this.error ?? mcpTexts.connectionClosed);
    const timeoutMs = this.config.requestTimeoutMs;
    return client.callTool(tool.name, args, tool.parameters, { timeoutMs, signal });
  }

  /** @throws if the server was closed meanwhile */
  private nextTransport(): McpTransport {
    if (this.closing.signal.aborted) throw new Error(mcpTexts.connectionClosed);
    this.transport = this.context.openTransport(this.config, this.diagnostics);
    return this.transport;
  }

  private async begin(client: McpClient): Promise<void> {
    const { log } = this.context;
    this.client = client;
    client.onclose = () => this.lost(client);
    const notes = await this.readTools(client);
    if (client.fault !== null || this.closing.signal.aborted) {
      throw new Error(client.fault ?? mcpTexts.connectionClosed);
    }
    void client.followTools(() => this.following.ask(), this.limits.paceMs);
    if (notes.length > 0) log.warn(mcpTexts.remarks(this.id, notes));
    this.state = 'ready';
    this.error = null;
    this.wasReady = true;
    this.pace.ready(performance.now());
    log.info(mcpTexts.ready(this.id, this.tools.count));
    this.context.changed();
  }

  private async reconnect(): Promise<void> {
    const waitMs = this.pace.waitMs(performance.now());
    if (waitMs > this.limits.reconnectWaitMs) {
      throw new Error(mcpTexts.connectedLater(Math.ceil(waitMs / 1000), this.error ?? ''));
    }
    await pause(waitMs, this.closing.signal);
    if (this.closing.signal.aborted) return;
    this.pace.begin();
    this.state = 'connecting';
    this.context.changed();
    await this.connect();
  }

  /** @returns remarks about tools that were left out */
  private async readTools(client: McpClient): Promise<readonly string[]> {
    const { limits } = this.context;
    const listing = await listTools(client, limits, this.config.requestTimeoutMs);
    if (this.closing.signal.aborted || this.client !== client) return [];
    const { definition } = this;
    const { changed, notes } = this.tools.update(listing.tools, this);
    if (this.isReady && definition !== this.definition) this.consent.withdraw();
    const remarks = [...listing.notes, ...notes];
    for (const remark of remarks.slice(0, limits.notes)) this.diagnostics.note(remark);
    if (changed && this.isReady) this.context.changed();
    return remarks;
  }

  /** Repeated reads of the list are not logged. */
  private async followList(): Promise<void> {
    try {
      if (this.client !== null) await this.readTools(this.client);
    } catch (error) {
      this.diagnostics.note(mcpTexts.listNotFollowed(messageOf(error)));
    }
  }

  /** While connecting, `connect` reports it. */
  private lost(client: McpClient): void {
    if (this.client !== client || !this.isReady) return;
    this.client = null;
    this.fail(mcpTexts.stoppedResponding(client.fault ?? mcpTexts.connectionClosed));
  }

  private fail(error: string): void {
    if (this.closing.signal.aborted) return;
    this.pace.over(performance.now());
    this.state = 'failed';
    const said = this.redact(error);
    this.error = this.wasReady ? mcpTexts.connectedWhenNeeded(said) : said;
    if (!this.wasReady) this.tools.withdrawAll();
    this.context.log.warn(mcpTexts.notReady(this.id, this.error));
    this.context.changed();
  }
}

function mayRepeat(error: unknown, { repeatable }: ToolDescriptor): boolean {
  if (!(error instanceof McpRequestError)) return false;
  return error.kind === 'refused' || (error.kind === 'lost' && repeatable === true);
}
