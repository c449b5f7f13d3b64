import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { anthropicEvents, anthropicMessage } from './anthropic-dialect.js';
import { openAiChunks, openAiCompletion } from './openai-dialect.js';
import type { ScriptedReply } from './scripted-reply.js';
import { anthropicFormat, openAiFormat, sendStream } from './send-stream.js';

/** A request as the provider received it. */
export interface ScriptedRequest {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** Parsed JSON; null if there was none. */
  readonly body: Record<string, unknown> | null;
  /** Resolves when the client has disconnected or been answered. */
  readonly closed: Promise<void>;
}

/** A promise delays the answer until it resolves. */
export type Respond = (request: ScriptedRequest) => ScriptedReply | Promise<ScriptedReply>;

/** An answer of a route other than completions: status, and a body sent as JSON. */
export interface RouteAnswer {
  readonly status?: number;
  /** A string is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Never answers. */
  readonly silent?: boolean;
  /** Answers no sooner. */
  readonly after?: Promise<void>;
}

/**
 * A model provider on loopback with prepared answers, in the dialect of the request: chat
 * completions, messages, embeddings and other routes that a test sets up.
 */
export class ScriptedProvider {
  readonly requests: ScriptedRequest[] = [];
  /** Time of the first byte of each streamed answer: ms since the epoch, with fractions. */
  readonly firstBytes: number[] = [];
  private readonly replies: ScriptedReply[] = [];
  private readonly routes = new Map<string, RouteAnswer>();
  private respond: Respond = () => ({ text: ['Understood.'] });

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => void this.serve(request, response));
  }

  static async start(): Promise<ScriptedProvider> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // Lets a test end that failed before it could close the server.
    server.unref();
    return new ScriptedProvider(server);
  }

  /** Base address for both dialects. */
  get baseUrl(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/v1`;
  }

  /** Answers of the next completions, in order. */
  reply(...replies: ScriptedReply[]): void {
    this.replies.push(...replies);
  }

  /** Answers completions after the prepared ones. */
  respondWith(respond: Respond): void {
    this.respond = respond;
  }

  /** Answers a path (with its query) under `/v1`, such as `GET /models`. */
  route(name: string, answer: RouteAnswer): void {
    this.routes.set(name, answer);
  }

  /** How often a path under `/v1` was asked for, such as `GET /models`. */
  count(name: string): number {
    return this.requests.filter((request) => nameOf(request) === name).length;
  }

  /** The only request so far. */
  onlyRequest(): ScriptedRequest {
    const [request, ...more] = this.requests;
    if (request === undefined || more.length > 0) {
      throw new Error(`expected one request, got ${this.requests.length}`);
    }
    return request;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await receive(incoming, response);
    this.requests.push(request);
    const name = nameOf(request);
    const answer = this.routes.get(name);
    if (answer !== undefined) {
      await answer.after;
      sendAnswer(response, answer);
      return;
    }
    if (name === 'POST /chat/completions') await this.complete(request, response, 'openai');
    else if (name === 'POST /messages') await this.complete(request, response, 'anthropic');
    else sendAnswer(response, { status: 404, body: { error: { message: `no ${name}` } } });
  }

  private async complete(
    request: ScriptedRequest,
    response: ServerResponse,
    dialect: 'openai' | 'anthropic',
  ): Promise<void> {
    const reply = this.replies.shift() ?? (await this.respond(request));
    if (reply.afterMs !== undefined) await setTimeout(reply.afterMs);
    if (reply.refusal !== undefined) {
      sendAnswer(response, reply.refusal);
      return;
    }
    const model = String(request.body?.['model']);
    if (request.body?.['stream'] !== true) {
      const whole = dialect === 'openai' ? openAiCompletion : anthropicMessage;
      sendAnswer(response, { body: whole(reply, model) });
      return;
    }
    this.firstBytes.push(performance.timeOrigin + performance.now());
    if (dialect === 'anthropic') {
      sendStream(response, anthropicEvents(reply, model), anthropicFormat, reply.fault);
      return;
    }
    const options = request.body['stream_options'] as { include_usage?: boolean } | undefined;
    const chunks = openAiChunks(reply, model, options?.include_usage === true);
    sendStream(response, chunks, openAiFormat, reply.fault);
  }
}

function nameOf({ method, path }: ScriptedRequest): string {
  return `${method} ${path.replace(/^\/v1/, '')}`;
}

async function receive(
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<ScriptedRequest> {
  const closed = new Promise<void>((resolve) => response.once('close', resolve));
  const chunks = await Array.fromAsync(incoming as AsyncIterable<Buffer>);
  const text = Buffer.concat(chunks).toString('utf8');
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    body: text === '' ? null : (JSON.parse(text) as Record<string, unknown>),
    closed,
  };
}

function sendAnswer(response: ServerResponse, answer: RouteAnswer): void {
  if (answer.silent === true) return;
  const { status = 200, body = null, headers = {} } = answer;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
