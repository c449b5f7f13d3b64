import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { answerTo } from './answer.js';
import { refuses } from './chaos.js';
import type { Fault, RefusingFault } from './chaos.js';
import { sendFrames } from './frames.js';
import { tokensOf } from './prompt-cache.js';
import type { PromptCache } from './prompt-cache.js';
import { RateLimiter } from './rate-limiter.js';
import type { RateLimits } from './rate-limiter.js';
import { Refusal } from './refusal.js';
import type { Brain, Ending, Usage } from './reply.js';
import type { Call, Json, Turn, ProviderRules } from './provider-rules.js';

export interface SimulatorOptions {
  /** The accepted key. */
  readonly key?: string;
  readonly limits?: RateLimits;
  /** Length of the limits' minute, ms. */
  readonly minuteMs?: number;
  readonly brain?: Brain;
}

export const simulatorKey = 'sk-simulated-0000000000000000001234';

/** A request as the provider received it. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Null if there was none. */
  readonly body: Json | null;
}

export interface RecordedRefusal {
  readonly rule: string;
  readonly status: number;
  readonly message: string;
  readonly request: RecordedRequest;
}

/** A served completion and its usage. */
export interface ServedCompletion {
  readonly model: string;
  readonly usage: Usage;
  readonly ending: Ending;
  readonly request: RecordedRequest;
}

/** A provider on loopback: refuses what the real one refuses, and answers the rest with a brain. */
export class ProviderSimulator {
  readonly baseUrl: string;
  readonly requests: RecordedRequest[] = [];
  /** Requests that broke a rule of the provider; empty for a correct client. */
  readonly refusals: RecordedRefusal[] = [];
  /** Content that the client changed or left out although the provider accepts that. */
  readonly losses: string[] = [];
  /** Requests over the rate limit. */
  readonly limited: RecordedRefusal[] = [];
  readonly served: ServedCompletion[] = [];
  private readonly faults: (Fault | undefined)[] = [];
  private readonly cache: PromptCache;
  private readonly limiter: RateLimiter;
  private readonly key: string;
  private brain: Brain;
  private calls = 0;

  private constructor(
    private readonly server: Server,
    private readonly provider: ProviderRules,
    options: SimulatorOptions,
  ) {
    const { port } = server.address() as AddressInfo;
    this.baseUrl = `http://127.0.0.1:${port}${provider.basePath}`;
    this.key = options.key ?? simulatorKey;
    this.limiter = new RateLimiter(options.limits ?? {}, options.minuteMs ?? 60_000);
    this.brain = options.brain ?? (() => ({ text: 'Understood.' }));
    this.cache = provider.newCache();
    server.on('request', (incoming, response) => void this.serve(incoming, response));
  }

  static async start(
    provider: ProviderRules,
    options: SimulatorOptions = {},
  ): Promise<ProviderSimulator> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // Lets a test end that failed before it could close the server.
    server.unref();
    return new ProviderSimulator(server, provider, options);
  }

  answerWith(brain: Brain): void {
    this.brain = brain;
  }

  /** Faults of the next completions, in order; undefined = none. */
  fail(...faults: (Fault | undefined)[]): void {
    this.faults.push(...faults);
  }

  /** Share of all input that was read from the cache. */
  get cachedShare(): number {
    return cachedShareOf(this.served);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { request, readable } = await receive(incoming);
    this.requests.push(request);
    try {
      await this.answer(request, readable, response);
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      this.record(thrown, request);
      sendJson(response, thrown.status, thrown.body, thrown.headers);
    }
  }

  private async answer(
    request: RecordedRequest,
    readable: boolean,
    response: ServerResponse,
  ): Promise<void> {
    const path = this.pathIn(request);
    const list = this.provider.lists[path];
    const completion = this.provider.completions[`${request.method} ${path}`];
    const key = this.provider.keyIn(request.headers);
    if (key !== this.key && !this.provider.keyless) throw this.provider.wrongKey(key);
    if (request.method === 'GET' && list !== undefined) {
      sendJson(response, 200, list());
    } else if (completion !== undefined) {
      if (!readable || request.body === null) throw this.provider.notJson();
      await this.complete(completion, request, request.body, response);
    } else {
      throw this.provider.unknownRoute(request.method, path);
    }
  }

  private async complete(
    completion: (call: Call) => Turn,
    request: RecordedRequest,
    body: Json,
    response: ServerResponse,
  ): Promise<void> {
    this.calls += 1;
    const number = this.calls;
    const fault = this.faults.shift();
    const lose = (what: string): void => void this.losses.push(what);
    const turn = completion({ headers: request.headers, body, number, lose });
    if (refuses(fault)) throw this.brokenBy(fault);
    this.limit(turn);
    const reply = await this.brain(turn.conversation);
    if (fault?.kind === 'slow') await setTimeout(fault.firstMs);
    const { answer, usage } = answerTo(reply, turn, this.readPrompt(turn));
    this.served.push({ model: turn.conversation.model, usage, ending: answer.ending, request });
    const limits = this.provider.limitHeaders(this.limiter.states(Date.now()));
    for (const [name, value] of Object.entries(limits)) response.setHeader(name, value);
    if (fault?.kind === 'error-in-body') sendJson(response, 200, this.provider.errorBody);
    else if (!turn.streamed || fault?.kind === 'unstreamed') {
      sendJson(response, 200, turn.whole(answer, usage));
    } else {
      await sendFrames(response, turn.frames(answer, usage), this.provider.errorFrame, fault);
    }
  }

  private readPrompt(turn: Turn): Pick<Usage, 'input' | 'cached' | 'written'> {
    const { cacheLane, segments, cachesFrom } = turn;
    const { cached, written } = this.cache.use(cacheLane, segments, cachesFrom);
    const billed = turn.billsCacheWrites === false ? 0 : written;
    return { input: tokensOf(segments), cached, written: billed };
  }

  private brokenBy(fault: RefusingFault): Refusal {
    if (fault.kind !== 'rate-limit') return this.provider.failure(fault.kind);
    const states = this.limiter.states(Date.now());
    return this.provider.rateLimited({
      by: 'requests',
      retryMs: fault.retryMs,
      asked: 0,
      ...states,
    });
  }

  private limit(turn: Turn): void {
    const reached = this.limiter.take(tokensOf(turn.segments), Date.now());
    if (reached !== null) throw this.provider.rateLimited(reached);
  }

  private record(refusal: Refusal, request: RecordedRequest): void {
    const { rule, status, message } = refusal;
    if (rule === 'failure') return;
    const list = rule === 'rate-limit' ? this.limited : this.refusals;
    list.push({ rule, status, message, request });
  }

  private pathIn({ path }: RecordedRequest): string {
    const [plain = ''] = path.split('?');
    return plain.startsWith(this.provider.basePath)
      ? plain.slice(this.provider.basePath.length)
      : plain;
  }
}

/** Share of the input of these that was read from the cache. */
export function cachedShareOf(served: readonly ServedCompletion[]): number {
  const sum = (count: (usage: Usage) => number): number =>
    served.reduce((total, { usage }) => total + count(usage), 0);
  return (
    sum(({ cached }) => cached) /
    Math.max(
      1,
      sum(({ input }) => input),
    )
  );
}

async function receive(
  incoming: IncomingMessage,
): Promise<{ request: RecordedRequest; readable: boolean }> {
  const chunks = await Array.fromAsync(incoming as AsyncIterable<Buffer>);
  const text = Buffer.concat(chunks).toString('utf8');
  const { method = '', url: path = '', headers } = incoming;
  try {
    const body = text === '' ? null : (JSON.parse(text) as Json);
    return { request: { method, path, headers, body }, readable: true };
  } catch {
    return { request: { method, path, headers, body: null }, readable: false };
  }
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
