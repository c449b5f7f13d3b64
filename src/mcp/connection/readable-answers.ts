import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client';
import { anyObject } from '../../platform/text/foreign-fields.js';
import { knownVersion } from './protocol-versions.js';
import type { McpTransport } from './mcp-transport.js';

/** Key under which the server's original answer is carried. */
const carried = 'office/answer';

type Json = Readonly<Record<string, unknown>>;

/**
 * A transport that makes answers acceptable to the SDK's client, which refuses a whole answer for
 * one invalid entry, and unknown versions. The original answer travels beside the minimum that the
 * SDK requires.
 */
export class ReadableAnswers implements Transport {
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  onmessage?: Transport['onmessage'];
  /** The SDK recognises a child's pipes by these two. */
  declare readonly stderr: null;
  declare readonly pid: null;
  readonly hasPerRequestStream: boolean;
  /** True once `initialize` was sent. */
  handshakeBegun = false;
  /** True if `server/discover` was answered in time, with any result. */
  probeAnswered = false;
  /** The original answer to `initialize` or `server/discover`. */
  introduction: Json | null = null;
  /** Methods of open requests by id. */
  private readonly asked = new Map<string | number, string>();
  private saidVersion: string | null = null;

  constructor(private readonly inner: McpTransport) {
    this.hasPerRequestStream = inner.hasPerRequestStream === true;
    if (inner.kind === 'stdio') Object.assign(this, { stderr: null, pid: null });
  }

  get sessionId(): string | undefined {
    return this.inner.sessionId;
  }

  start(): Promise<void> {
    this.inner.onclose = () => this.onclose?.();
    this.inner.onerror = (error) => this.onerror?.(error);
    this.inner.onmessage = (message, extra) => this.onmessage?.(this.readable(message), extra);
    return this.inner.start();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const request = isJSONRPCRequest(message) ? message : null;
    if (request !== null) this.asked.set(request.id, request.method);
    this.handshakeBegun ||= request?.method === 'initialize';
    try {
      await this.inner.send(message, options);
    } catch (error) {
      if (request !== null) this.asked.delete(request.id);
      throw error;
    }
  }

  close(): Promise<void> {
    return this.inner.close();
  }

  /** A version unknown to the SDK is passed on as the server named it. */
  setProtocolVersion(version: string): void {
    this.inner.setProtocolVersion?.(this.saidVersion ?? version);
  }

  private readable(message: JSONRPCMessage): JSONRPCMessage {
    if (!('id' in message) || message.id === undefined || 'method' in message) return message;
    const method = this.asked.get(message.id);
    this.asked.delete(message.id);
    const isProbe = method === 'server/discover' && !this.handshakeBegun;
    if (isProbe) this.probeAnswered = true;
    if (!('result' in message)) return message;
    const { result } = message;
    if (isProbe) this.introduction = result;
    if (method === 'initialize') {
      this.introduction = result;
      const { protocolVersion } = result;
      this.saidVersion = typeof protocolVersion === 'string' ? protocolVersion : null;
    }
    return { ...message, result: readableResult(method, result) };
  }
}

/** The server's original answer. */
export function givenAnswer(result: Json): Json {
  return anyObject.safeParse(result[carried]).data ?? result;
}

/** The minimum that the SDK's client accepts for this method. */
function readableResult(method: string | undefined, result: Json): Json {
  const { resultType = 'complete' } = result;
  if (resultType !== 'complete') return result;
  switch (method) {
    case 'tools/call':
      return { resultType, content: [], [carried]: result };
    case 'tools/list':
      return { resultType, ttlMs: 0, cacheScope: 'private', tools: [], [carried]: result };
    case 'initialize':
      return {
        protocolVersion: knownVersion(result['protocolVersion']),
        capabilities: {},
        serverInfo: { name: 'server', version: '0' },
        [carried]: result,
      };
    default:
      return result;
  }
}
