import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client';
import { anyObject } from '../../platform/text/foreign-fields.js';
import { knownVersion } from './protocol-versions.js';
import type { McpTransport } from './mcp-transport.js';

/** Where an answer stands as its server gave it. */
const carried = 'office/answer';

type Json = Readonly<Record<string, unknown>>;

/**
 * A transport whose answers the SDK's client can read. It refuses a whole answer for one entry that
 * is not as the protocol has it, and servers of versions that it does not know; ours takes what can
 * be used. So an answer travels beside the least that the SDK asks for.
 */
export class ReadableAnswers implements Transport {
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  onmessage?: Transport['onmessage'];
  /** The SDK tells the pipes of a child by these two. */
  declare readonly stderr: null;
  declare readonly pid: null;
  readonly hasPerRequestStream: boolean;
  /** `initialize` was sent. */
  handshakeBegun = false;
  /** `server/discover` was answered in time, in whatever way. */
  probeAnswered = false;
  /** The answer to `initialize` or `server/discover`, as the server gave it. */
  introduction: Json | null = null;
  /** By id, while they wait for their answer. */
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

  /** A version that the SDK does not know goes on as the server said it. */
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

/** The answer as the server gave it. */
export function givenAnswer(result: Json): Json {
  return anyObject.safeParse(result[carried]).data ?? result;
}

/** What the SDK's client takes for an answer to this method. */
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
