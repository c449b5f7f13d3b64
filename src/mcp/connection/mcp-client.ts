import { Protocol } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  ErrorCode,
  McpError,
  ResultSchema,
  ToolListChangedNotificationSchema,
  type Notification,
  type Request,
  type Result,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { messageOf } from '../../platform/errors/error-text.js';
import { serviceVersion } from '../../platform/process/service-version.js';
import { cleaned } from '../../platform/text/cleaned.js';
import { mcpTexts } from '../../protocol/texts/mcp.js';
import type { McpTransport } from './mcp-transport.js';
import { readIdentity, type ServerIdentity } from './server-identity.js';
import { isPlaceholder } from './placeholder.js';

/** What is offered; whatever version the server answers with is accepted (behaviour-plugins.md 4.2). */
const protocolVersion = '2025-06-18';

const clientInfo = { name: 'office-orchestration-service', version: serviceVersion };

const errorCharacters = 1000;

/** What the SDK adds to the error of a request that took too long. */
const timeoutData = z.object({ timeout: z.number() });

export interface AskOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** A request to a server that did not succeed. The message says which, where and why. */
export class McpRequestError extends Error {
  /** @param code of the server's error answer; null when there was none */
  constructor(
    message: string,
    readonly code: number | null,
  ) {
    super(message);
    this.name = 'McpRequestError';
  }
}

/**
 * Our side of one conversation, on the SDK's protocol engine, which matches answers to requests,
 * answers `ping`, and refuses every other request with -32601.
 *
 * Not the SDK's `Client`: that one refuses servers of versions it does not know, and compiles the
 * result schemas a server sends into code.
 */
export class McpClient extends Protocol<Request, Notification, Result> {
  constructor(private readonly channel: McpTransport) {
    super();
  }

  /** Connects and introduces both sides. */
  async open(timeoutMs: number): Promise<ServerIdentity> {
    await this.connect(this.channel);
    const params = { protocolVersion, capabilities: {}, clientInfo };
    const identity = readIdentity(await this.ask('initialize', params, { timeoutMs }));
    this.channel.setProtocolVersion?.(identity.protocolVersion);
    await this.notification({ method: 'notifications/initialized' });
    return identity;
  }

  /** Calls the handler whenever the server says that its list of tools has changed. */
  onToolsChanged(handler: () => void): void {
    this.setNotificationHandler(ToolListChangedNotificationSchema, handler);
  }

  /** @throws McpRequestError */
  async ask(
    method: string,
    params: Readonly<Record<string, unknown>>,
    { timeoutMs, signal }: AskOptions,
  ): Promise<Result> {
    // The SDK keeps listening to a signal after the answer, so it is given one for this request.
    const cancelling = new AbortController();
    const cancel = (): void => cancelling.abort(mcpTexts.cancelled(method, this.channel.label));
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      const options = { timeout: timeoutMs, signal: cancelling.signal };
      return await this.request({ method, params: { ...params } }, ResultSchema, options);
    } catch (error) {
      throw this.explain(method, error, timeoutMs, cancelling.signal.aborted);
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  private explain(
    method: string,
    error: unknown,
    timeoutMs: number,
    cancelled: boolean,
  ): McpRequestError {
    const { label, fault } = this.channel;
    if (cancelled) return new McpRequestError(mcpTexts.cancelled(method, label), null);
    if (fault !== null) return new McpRequestError(fault, null);
    if (!(error instanceof McpError)) return new McpRequestError(shorten(messageOf(error)), null);
    if (isOwnTimeout(error)) {
      return new McpRequestError(mcpTexts.timedOut(method, label, timeoutMs), null);
    }
    const said = shorten(error.message.replace(/^MCP error -?\d+: /, ''));
    if (isPlaceholder(error.data)) return new McpRequestError(said, null);
    return new McpRequestError(mcpTexts.failed(method, label, said, error.code), error.code);
  }

  protected override assertCapabilityForMethod(): void {
    // What the server declares is not relied upon: it is asked, and may refuse.
  }

  protected override assertNotificationCapability(): void {
    // See above.
  }

  protected override assertRequestHandlerCapability(): void {
    // No capability is offered, so no handler needs one.
  }

  protected override assertTaskCapability(): void {
    // Tasks are not used.
  }

  protected override assertTaskHandlerCapability(): void {
    // Tasks are not used.
  }
}

/** A server may use the same code for errors of its own; the SDK's names the limit. */
function isOwnTimeout({ code, data }: McpError): boolean {
  return (code as ErrorCode) === ErrorCode.RequestTimeout && timeoutData.safeParse(data).success;
}

function shorten(message: string): string {
  return cleaned(message, errorCharacters);
}
