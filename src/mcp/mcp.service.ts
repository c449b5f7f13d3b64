import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import pLimit from 'p-limit';
import { z } from 'zod';
import { OfficeConfig } from '../platform/config/office-config.js';
import { messageOf } from '../platform/errors/error-text.js';
import { RefusedError, UnavailableError } from '../platform/errors/office-error.js';
import { EventBus } from '../platform/events/event-bus.js';
import { EventLog } from '../platform/events/event-log.js';
import type { InternalEventOf } from '../platform/events/internal-events.js';
import { OnOfficeEvent } from '../platform/events/office-listener.js';
import { OfficeLogger, type ScopedLogger } from '../platform/logging/office-logger.js';
import { within } from '../platform/process/within.js';
import type { McpRefreshed, McpServer, McpState } from '../protocol/records/mcp.js';
import type { Role } from '../protocol/records/organisation.js';
import { cleaned } from '../platform/text/cleaned.js';
import { lenient } from '../platform/text/foreign-fields.js';
import { mcpTexts } from '../protocol/texts/mcp.js';
import { serviceOffTexts } from '../protocol/texts/office.js';
import { coversRole, parseGrantRoles } from '../tools/grant-roles.js';
import { ToolGrants } from '../tools/tool-grants.js';
import type { McpServerConfig } from './config/mcp-server-config.js';
import { readMcpConfiguration, type McpConfiguration } from './config/read-mcp-configuration.js';
import { displayTransport } from './display-transport.js';
import { McpConnections } from './mcp-connections.js';
import { SignIns } from './sign-in/sign-ins.js';

/** How long a refresh, and the first turns after boot, wait for connecting servers. */
const connectTimeoutMs = 10_000;

/** A server that does not end must not delay shutdown. */
const shutdownTimeoutMs = 3000;

const queryText = lenient(z.string().min(1).max(4096));
const callbackQuery = z.object({
  state: queryText,
  code: queryText,
  error: queryText,
  iss: queryText,
});

const errorCharacters = 200;

/** Problems shown of a configuration; the log has all. */
const mostProblems = 20;
const problemCharacters = 500;

function shownProblem(problem: string): string {
  return cleaned(problem, problemCharacters);
}

const nothingConfigured: McpConfiguration = { servers: [], problems: [], path: null };

/**
 * The installation's MCP servers: their configuration, connections, and the roles that may use
 * their tools. Boot never waits for connections.
 */
@Injectable()
export class McpService implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log: ScopedLogger;
  private readonly grantRoles: readonly string[];
  private readonly oneAtATime = pLimit(1);
  private configuration = nothingConfigured;
  private known: McpState | undefined;
  private reloading: Promise<void> = Promise.resolve();
  private begun = false;

  constructor(
    private readonly config: OfficeConfig,
    private readonly connections: McpConnections,
    private readonly grants: ToolGrants,
    private readonly signIns: SignIns,
    private readonly bus: EventBus,
    private readonly events: EventLog,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('mcp');
    this.grantRoles = parseGrantRoles(config.mcp.grantRoles);
    connections.onNoted(() => (this.known = undefined));
    connections.onChanged(() => this.announce());
    connections.onConsented((...given) => void this.tellConsent(...given));
  }

  onModuleInit(): void {
    if (!this.config.mcp.enabled) return;
    this.grants.addOverlay((role) => (this.covers(role) ? this.connections.toolNames() : []));
    this.grants.addPreparation((role) =>
      within(connectTimeoutMs, this.connections.prepare(new Set(this.grants.grantedTo(role)))),
    );
    this.log.info(mcpTexts.grants(this.grantRoles));
  }

  /** After all modules have declared what child processes must not inherit. */
  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.mcp.enabled) return;
    this.begun = true;
    await this.oneAtATime(() => this.reload());
    this.grants.expect(within(connectTimeoutMs, this.connections.settled()));
  }

  async onApplicationShutdown(): Promise<void> {
    await within(shutdownTimeoutMs, this.connections.closeAll());
  }

  /** The same object until a change. */
  state(): McpState {
    const { problems } = this.configuration;
    return (this.known ??= {
      enabled: this.config.mcp.enabled,
      configPath: this.configuration.path,
      grantRoles: this.grantRoles,
      servers: this.configuration.servers.map((server) => this.recordOf(server)),
      ...(problems.length > 0 && { problems: problems.slice(0, mostProblems).map(shownProblem) }),
    });
  }

  /**
   * Reads the configuration again: removed, disabled and broken servers are disconnected, missing
   * ones connected, ready or connecting ones left alone. Waits a while for new connections.
   * @throws UnavailableError if MCP is switched off.
   */
  async refresh(): Promise<McpRefreshed> {
    if (!this.config.mcp.enabled) throw new UnavailableError(serviceOffTexts.mcp);
    await this.events.append({ type: 'internal.mcp.refreshed' });
    await this.reloading;
    await within(connectTimeoutMs, this.connections.settled());
    this.announce();
    return { ...this.state(), problems: this.configuration.problems };
  }

  /**
   * Finishes a sign-in with the parameters from the authorization server. Every replica then
   * reconnects the server.
   * @returns the text for the person at the browser
   * @throws RefusedError if nothing waits for it, or the server refuses
   */
  async finishSignIn(query: Readonly<Record<string, unknown>>): Promise<string> {
    const { state, code, error, iss } = callbackQuery.parse(query);
    const id = state === undefined ? null : await this.signIns.waitingFor(state);
    const server = this.configuration.servers.find((one) => one.id === id);
    if (state === undefined || server?.type !== 'http' || server.oauth === null) {
      throw new RefusedError(mcpTexts.noPendingSignIn);
    }
    if (code === undefined) {
      await this.signIns.giveUp(server.id, state);
      const said = cleaned(error ?? mcpTexts.noPendingSignIn, errorCharacters);
      throw new RefusedError(mcpTexts.notSignedIn(server.id, said));
    }
    await this.signIns.finish({ ...server, oauth: server.oauth }, { state, code, iss });
    await this.events.append({ type: 'internal.mcp.refreshed' });
    return mcpTexts.signedIn(server.id);
  }

  /** Replicas that miss it ask a person themselves. */
  private async tellConsent(
    serverId: string,
    definition: string,
    workspaceId: string,
  ): Promise<void> {
    try {
      await this.events.append({
        type: 'internal.mcp.consented',
        serverId,
        definition,
        workspaceId,
      });
    } catch (thrown) {
      this.log.debug(`a consent could not be sent to other replicas: ${messageOf(thrown)}`);
    }
  }

  /** Requested by an operator, at this or another replica. */
  @OnOfficeEvent('internal.mcp.refreshed')
  reloadSoon(): void {
    if (!this.begun) return;
    this.reloading = this.oneAtATime(() => this.reload());
    this.reloading.catch((thrown: unknown) => this.log.error(messageOf(thrown), thrown));
  }

  /** A person has consented, here or at another replica. */
  @OnOfficeEvent('internal.mcp.consented')
  adoptConsent(consent: InternalEventOf<'internal.mcp.consented'>): void {
    const { serverId, definition, workspaceId } = consent;
    const connection = this.connections.get(serverId);
    if (connection?.definition === definition) connection.consent.give(workspaceId);
  }

  private async reload(): Promise<void> {
    this.configuration = await readMcpConfiguration(this.config);
    for (const problem of this.configuration.problems) this.log.warn(problem);
    const wanted = this.configuration.servers.filter(({ enabled }) => enabled);
    await this.connections.keepTo(wanted);
    this.known = undefined;
  }

  private recordOf(server: McpServerConfig): McpServer {
    const connection = this.connections.get(server.id);
    if (connection !== undefined) return connection.record();
    const state = server.enabled ? 'connecting' : 'disabled';
    return { id: server.id, state, transport: displayTransport(server), toolCount: 0, notes: [] };
  }

  private covers(role: Role): boolean {
    return coversRole(
      this.grantRoles,
      role,
      (entry) => entry === 'shell-roles' && role.allowedTools.includes('run_shell'),
    );
  }

  private announce(): void {
    this.known = undefined;
    this.bus.publish({ type: 'internal.live-state.changed' });
  }
}
