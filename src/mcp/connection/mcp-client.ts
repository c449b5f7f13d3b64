import {
  Client,
  ProtocolError,
  type RequestOptions,
  SdkError,
  SdkErrorCode,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import { causesOf, messageOf } from '../../platform/errors/error-text.js';
import { pause } from '../../platform/process/pause.js';
import { serviceVersion } from '../../platform/process/service-version.js';
import { cleaned } from '../../platform/text/cleaned.js';
import { mcpTexts } from '../../protocol/texts/mcp.js';
import type { ToolArguments, ToolParameters } from '../../tools/tool.js';
import { BrokenConnection, disownsSession, ForgottenSession, LostRequest } from './lost-request.js';
import type { McpTransport } from './mcp-transport.js';
import { isPlaceholder, saysLost } from './placeholder.js';
import {
  type Approach,
  type FailedAttempt,
  modernVersion,
  protocolVersions,
} from './protocol-versions.js';
import { givenAnswer, ReadableAnswers } from './readable-answers.js';
import { readIdentity, type ServerIdentity } from './server-identity.js';

const clientInfo = { name: 'office-orchestration-service', version: serviceVersion };

const errorCharacters = 1000;

const modes: Readonly<Record<Approach, VersionNegotiationMode>> = {
  ask: 'auto',
  older: 'legacy',
  modern: { pin: modernVersion },
};

const anyResult = z.looseObject({});

export type Answer = Readonly<Record<string, unknown>>;

interface AskOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** Our side of a conversation, on the SDK's client, which negotiates the protocol. */
export class McpClient {
  /** Called when the connection has ended, by either side. */
  onclose: () => void = () => undefined;

  private readonly client: Client;
  private readonly answers: ReadableAnswers;

  /** @param probeMs time limit of `server/discover` */
  constructor(
    private readonly channel: McpTransport,
    private readonly approach: Approach,
    probeMs: number,
  ) {
    this.answers = new ReadableAnswers(channel);
    this.client = new Client(clientInfo, {
      supportedProtocolVersions: [...protocolVersions],
      versionNegotiation: { mode: modes[approach], probe: { timeoutMs: probeMs } },
      // Schemas of servers are not compiled to code here.
      jsonSchemaValidator: {
        getValidator: () => (data) => ({
          valid: true,
          data: data as never,
          errorMessage: undefined,
        }),
      },
    });
    this.client.onclose = () => this.onclose();
  }

  /** Why the server is unreachable; null while it is reachable. */
  get fault(): string | null {
    return this.channel.fault;
  }

  /** Arguments are also sent as headers if a tool's schema says so. */
  get sendsHeaders(): boolean {
    return this.modern && this.channel.kind === 'http';
  }

  /** Connects and exchanges identities. */
  async open(timeoutMs: number): Promise<ServerIdentity> {
    try {
      await this.client.connect(this.answers, { timeout: timeoutMs });
      return readIdentity(this.answers.introduction ?? {}, this.modern ? modernVersion : null);
    } catch (error) {
      throw this.explain('initialize', error, timeoutMs, false);
    }
  }

  /** The details of a failed `open`. */
  attempt(error: unknown): FailedAttempt {
    const { handshakeBegun, probeAnswered } = this.answers;
    return {
      approach: this.approach,
      reached: this.channel.reached,
      probeAnswered,
      handshakeBegun,
      ended: error instanceof McpRequestError && error.kind === 'lost',
      handshakeRefused: error instanceof McpRequestError && error.kind === 'answered',
    };
  }

  /**
   * Calls the handler whenever the server's list of tools changes. A server of the stateless
   * protocol is asked to notify, again whenever it ends that; changes in between are not missed.
   * @param paceMs between two starts
   */
  async followTools(handler: () => void, paceMs: number): Promise<void> {
    this.client.setNotificationHandler('notifications/tools/list_changed', handler);
    if (!this.modern || !this.client.getServerCapabilities()?.tools?.listChanged) return;
    for (;;) {
      const pace = pause(paceMs);
      const heard = await this.client.listen({ toolsListChanged: true }).catch(() => null);
      if (heard === null || (await heard.closed) === 'local' || this.fault !== null) return;
      await pace;
      handler();
    }
  }

  /** One page. @throws McpRequestError */
  listTools(cursor: string | undefined, options: AskOptions): Promise<Answer> {
    const params = cursor === undefined ? {} : { cursor };
    return this.ask('tools/list', options, (request) =>
      this.client.request({ method: 'tools/list', params }, anyResult, request),
    );
  }

  /**
   * @param inputSchema names the arguments that are also sent as headers
   * @throws McpRequestError
   */
  callTool(
    name: string,
    args: ToolArguments,
    inputSchema: ToolParameters,
    options: AskOptions,
  ): Promise<Answer> {
    const toolDefinition = { name, inputSchema: { ...inputSchema, type: 'object' as const } };
    return this.ask('tools/call', options, (request) =>
      this.client.callTool({ name, arguments: { ...args } }, { ...request, toolDefinition }),
    );
  }

  /** Ends the conversation and its transport. */
  close(): Promise<void> {
    return this.channel.close();
  }

  private get modern(): boolean {
    return this.client.getProtocolEra() === 'modern';
  }

  private async ask(
    method: string,
    { timeoutMs, signal }: AskOptions,
    send: (options: RequestOptions) => Promise<Answer>,
  ): Promise<Answer> {
    // The SDK keeps listening to a signal after the answer, so each request gets its own.
    const cancelling = new AbortController();
    const cancel = (): void => cancelling.abort(mcpTexts.cancelled(method, this.channel.label));
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      const limits = { timeout: timeoutMs, maxTotalTimeout: timeoutMs };
      return givenAnswer(await send({ ...limits, signal: cancelling.signal }));
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
    const { label } = this.channel;
    if (cancelled) return new McpRequestError(mcpTexts.cancelled(method, label), 'other');
    if (error instanceof ProtocolError) this.noticeDisowned(method, error);
    const broken = causesOf(error).find((cause) => cause instanceof BrokenConnection);
    if (broken !== undefined) this.channel.break(broken.message);
    const { fault } = this.channel;
    if (fault !== null) return new McpRequestError(fault, brokenKind(error, 'lost'));
    if (error instanceof ProtocolError) return answered(method, label, error);
    if (isTimeout(error)) {
      return new McpRequestError(mcpTexts.timedOut(method, label, timeoutMs), 'other');
    }
    const kind = brokenKind(error, 'other');
    return new McpRequestError(shorten(messageOf(causeOf(error))), kind);
  }

  /**
   * An error answer may say that the server does not know the session, which ends the connection.
   */
  private noticeDisowned(method: string, { code, message }: ProtocolError): void {
    const isOpen = method !== 'initialize';
    if (!isOpen || !disownsSession(code, message, this.answers.sessionId !== undefined)) return;
    this.channel.break(mcpTexts.failed(method, this.channel.label, shorten(message), code));
  }
}

function answered(method: string, label: string, error: ProtocolError): McpRequestError {
  const said = shorten(error.message.replace(/^MCP error -?\d+: /, ''));
  if (isPlaceholder(error.data)) {
    return new McpRequestError(said, saysLost(error.data) ? 'lost' : 'other');
  }
  const text = mcpTexts.failed(method, label, said, error.code);
  return new McpRequestError(text, 'answered', error.code);
}

/** The outcome of a request whose connection broke. */
function brokenKind(error: unknown, otherwise: FailureKind): FailureKind {
  const causes = causesOf(error);
  if (causes.some((cause) => cause instanceof ForgottenSession) || isUnsent(error))
    return 'refused';
  return causes.some((cause) => cause instanceof LostRequest) ? 'lost' : otherwise;
}

/** Unwraps the SDK's own errors. */
function causeOf(error: unknown): unknown {
  return error instanceof SdkError && error.cause !== undefined ? error.cause : error;
}

/** Servers may use the same code for their own errors. */
function isTimeout(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
}

function shorten(message: string): string {
  return cleaned(message, errorCharacters);
}

/**
 * `answered`: with an error; `refused`: not accepted, nothing was done; `lost`: the connection
 * ended during the request; `other`: timeout, cancellation, or unreadable.
 */
type FailureKind = 'answered' | 'refused' | 'lost' | 'other';

/** A failed request to a server. The message says which, where and why. */
export class McpRequestError extends Error {
  /** @param code code of the server's error answer; null without one */
  constructor(
    message: string,
    readonly kind: FailureKind,
    readonly code: number | null = null,
  ) {
    super(message);
    this.name = 'McpRequestError';
  }
}

/** Nobody answered, so nothing was done. */
function isUnsent(thrown: unknown): boolean {
  return causesOf(thrown).some(({ code }) => code === 'ECONNREFUSED');
}
