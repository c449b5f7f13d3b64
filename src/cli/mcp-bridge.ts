import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { SdkHttpError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
} from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import type { OfficeAddress } from '../client/address.js';
import { backOffMs } from '../client/socket/back-off.js';
import { mcpRequestIdField } from '../protocol/mcp-request-id.js';

/** How long a request is sent again to an office that does not answer, ms. */
const patienceMs = 30_000;

/** Longest pause between two attempts, ms. */
const longestPauseMs = 2000;

/** Code of errors that are the bridge's own. */
const bridgeError = -32_000;

/** Answers of proxies, and of an office that closes, after which another attempt may succeed. */
const passingStatuses = [502, 503, 504];

const cancellation = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.object({ requestId: z.union([z.string(), z.number()]) }),
});

const officeRefusal = z.object({ error: z.string() });

/** The connection was lost before the answer came. */
class LostAnswer extends Error {}

interface Asked {
  readonly abort: AbortController;
  /** Called with the answer. */
  readonly answered: () => void;
}

/**
 * Carries messages between a client on standard input and output and the office's `/mcp`, without
 * reading more of them than it must. While the office restarts, requests are sent again; calls have
 * an id, so that none is carried out twice.
 */
export class McpBridge {
  private readonly asked = new Map<RequestId, Asked>();
  private readonly office: StreamableHTTPClientTransport;

  constructor(
    private readonly address: OfficeAddress,
    private readonly client: StdioServerTransport = new StdioServerTransport(),
  ) {
    const { url, token } = address;
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    this.office = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers },
    });
  }

  /** Resolves when the client has left, or the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const { promise: left, resolve: leave } = Promise.withResolvers<void>();
    this.client.onclose = leave;
    signal.addEventListener('abort', () => leave(), { once: true });
    this.client.onmessage = (message) => void this.fromClient(message);
    this.office.onmessage = (message) => void this.fromOffice(message);
    await this.office.start();
    await this.client.start();
    await left;
    for (const { abort } of this.asked.values()) abort.abort();
    await this.office.close();
    await this.client.close();
  }

  private async fromClient(message: JSONRPCMessage): Promise<void> {
    const cancelled = cancellation.safeParse(message);
    // Over HTTP a request is cancelled by closing its answer.
    if (cancelled.success) this.asked.get(cancelled.data.params.requestId)?.abort.abort();
    else if (isJSONRPCRequest(message)) await this.ask(message);
    else await this.office.send(message).catch(() => undefined);
  }

  private async fromOffice(message: JSONRPCMessage): Promise<void> {
    if (isJSONRPCResultResponse(message)) {
      const { protocolVersion } = message.result;
      // The answer to `initialize`; later requests name the version in a header.
      if (typeof protocolVersion === 'string') this.office.setProtocolVersion(protocolVersion);
    }
    const isAnswer = isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);
    await this.tell(message);
    if (isAnswer && message.id !== undefined) this.asked.get(message.id)?.answered();
  }

  private async ask(given: JSONRPCRequest): Promise<void> {
    const request = withId(given);
    const { promise: answer, resolve: answered } = Promise.withResolvers<void>();
    const abort = new AbortController();
    this.asked.set(request.id, { abort, answered });
    try {
      await this.askUntilAnswered(request, answer, abort.signal);
    } catch (error) {
      if (abort.signal.aborted) return;
      const { id } = request;
      await this.tell({ jsonrpc: '2.0', id, error: this.errorOf(error) });
    } finally {
      this.asked.delete(request.id);
    }
  }

  private async askUntilAnswered(
    request: JSONRPCRequest,
    answer: Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    let lostAt = performance.now();
    for (let attempt = 0; ; attempt += 1) {
      const begun = performance.now();
      try {
        return await this.send(request, answer, signal);
      } catch (error) {
        if (signal.aborted || !mayPass(error)) throw error;
        const wasOpen = error instanceof LostAnswer;
        if (wasOpen) [lostAt, attempt] = [performance.now(), 0];
        if (begun - lostAt > patienceMs) throw error;
        await pause(pauseMs(attempt), undefined, { signal });
      }
    }
  }

  /** @throws LostAnswer if the answer was begun and not ended */
  private async send(
    request: JSONRPCRequest,
    answer: Promise<void>,
    requestSignal: AbortSignal,
  ): Promise<void> {
    const { promise: lost, reject } = Promise.withResolvers<never>();
    const aborted = (): void => reject(new LostAnswer());
    requestSignal.addEventListener('abort', aborted, { once: true });
    try {
      const sent = this.office.send(request, { requestSignal, onRequestStreamEnd: aborted });
      await Promise.race([sent.then(() => answer), lost]);
    } finally {
      requestSignal.removeEventListener('abort', aborted);
    }
  }

  private async tell(message: JSONRPCMessage): Promise<void> {
    // A client that reads no more has left.
    await this.client.send(message).catch(() => undefined);
  }

  /** In the office's words if it answered. */
  private errorOf(error: unknown): { code: number; message: string } {
    const told = error instanceof SdkHttpError ? textOf(error) : null;
    const message = told ?? `No office answers at ${this.address.url}.`;
    return { code: bridgeError, message };
  }
}

function pauseMs(attempt: number): number {
  return Math.min(longestPauseMs, backOffMs(attempt, Math.random()));
}

function withId(request: JSONRPCRequest): JSONRPCRequest {
  if (request.method !== 'tools/call') return request;
  const { _meta: meta = {} } = request.params ?? {};
  const named = { [mcpRequestIdField]: randomUUID(), ...meta };
  return { ...request, params: { ...request.params, _meta: named } };
}

/** True if the office was not reached, or was lost. */
function mayPass(error: unknown): boolean {
  if (error instanceof SdkHttpError) return passingStatuses.includes(error.status ?? 0);
  return error instanceof LostAnswer || error instanceof TypeError;
}

function textOf(error: SdkHttpError): string {
  const read = officeRefusal.safeParse(jsonOf(error.data.text));
  return read.success ? read.data.error : error.message;
}

function jsonOf(text: unknown): unknown {
  if (typeof text !== 'string') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
