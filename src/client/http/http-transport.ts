import type { OfficeAddress } from '../address.js';
import { OfficeRefusal, OfficeUnreachable } from '../errors.js';
import { backOffMs } from '../socket/back-off.js';
import { pause } from '../until.js';

export interface CallOptions {
  /** Gives the call up; what the service began it goes on with. */
  readonly signal?: AbortSignal;
}

export interface Question extends CallOptions {
  readonly method?: 'OPTIONS' | 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Names an action, which the service carries out once however often it is asked for. */
  readonly idempotencyKey?: string;
  /** Absent values are left out. */
  readonly query?: Readonly<Record<string, string | number | readonly string[] | undefined>>;
}

/** A read that takes longer than this is given up, in ms; actions may ask a model and may take long. */
const readTimeoutMs = 30_000;

/** An action that has a name is asked for so often again when no answer came. */
const mostAgain = 2;

/** Questions to the service over HTTP, and its answers as values or errors. */
export class HttpTransport {
  constructor(
    private readonly address: OfficeAddress,
    private readonly fetchIt: typeof fetch = (...args) => fetch(...args),
  ) {}

  /**
   * The body of the answer; `T` is what the interface promises of it.
   * @throws OfficeRefusal in the service's words, OfficeUnreachable, or the signal's reason
   */
  ask<T>(path: string, question: Question = {}): Promise<T> {
    return question.idempotencyKey === undefined
      ? this.askOnce<T>(path, question)
      : this.askAgain<T>(path, question);
  }

  /** What has a name may be asked for again when no answer came. */
  private async askAgain<T>(path: string, question: Question): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.askOnce<T>(path, question);
      } catch (error) {
        if (!(error instanceof OfficeUnreachable) || attempt === mostAgain) throw error;
        await pause(backOffMs(attempt, Math.random()), question.signal);
      }
    }
  }

  private async askOnce<T>(path: string, question: Question): Promise<T> {
    const { method = 'GET' } = question;
    const limit = method === 'GET' ? [AbortSignal.timeout(readTimeoutMs)] : [];
    const response = await this.send(path, question, limit);
    const text = await response.text().catch((cause: unknown) => {
      throw this.lost(cause, question);
    });
    const answer = valueOf(text);
    const { ok, status } = response;
    if (!ok) throw new OfficeRefusal(reasonIn(answer) ?? `HTTP ${status}`, status);
    if (answer === undefined) throw noOffice(this.address);
    return answer as T;
  }

  /**
   * The body of the answer piece by piece, as fast as it is read. Asked at the first piece; whoever
   * stops reading ends it.
   * @throws as `ask`, and OfficeUnreachable when the answer breaks off
   */
  async *read(path: string, question: Question = {}): AsyncGenerator<Uint8Array> {
    const { body, ok, status } = await this.begun(path, question);
    if (!ok || body === null) throw await this.refusal(body, status);
    const reader = body.getReader();
    try {
      for (;;) {
        const piece = await reader.read().catch((cause: unknown) => {
          throw this.lost(cause, question);
        });
        if (piece.done) return;
        yield piece.value as Uint8Array;
      }
    } finally {
      await reader.cancel().catch(() => undefined);
    }
  }

  /** Whether the service trusts the origin of the page that asks; a program has none and is not told. */
  async isTrusted(path: string, { signal }: CallOptions): Promise<boolean> {
    const { headers } = await this.send(path, { method: 'OPTIONS', ...(signal && { signal }) }, []);
    return headers.get('access-control-allow-origin') !== 'null';
  }

  /** Only its beginning has to come in time. */
  private async begun(path: string, question: Question): Promise<Response> {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), readTimeoutMs);
    return this.send(path, question, [patience.signal]).finally(() => clearTimeout(timer));
  }

  private async refusal(body: ReadableStream | null, status: number): Promise<OfficeRefusal> {
    const answer: unknown = await new Response(body).json().catch(() => undefined);
    return new OfficeRefusal(reasonIn(answer) ?? `HTTP ${status}`, status);
  }

  private lost(cause: unknown, { signal }: Question): unknown {
    if (signal?.aborted) return signal.reason;
    return new OfficeUnreachable(`The answer of ${this.address.url} broke off.`, { cause });
  }

  private async send(
    path: string,
    question: Question,
    limit: readonly AbortSignal[],
  ): Promise<Response> {
    const { method = 'GET', body, signal, idempotencyKey } = question;
    try {
      return await this.fetchIt(this.address.url + path + queryText(question.query), {
        method,
        headers: {
          ...this.headers(body !== undefined),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.any([...limit, ...(signal ? [signal] : [])]),
      });
    } catch (cause) {
      signal?.throwIfAborted();
      throw new OfficeUnreachable(`No office answers at ${this.address.url}.`, { cause });
    }
  }

  private headers(hasBody: boolean): Record<string, string> {
    const { token } = this.address;
    return {
      ...(hasBody && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    };
  }
}

/** Somebody answers at the address who does not speak as an office does. */
export function noOffice({ url }: OfficeAddress): OfficeRefusal {
  return new OfficeRefusal(`What answers at ${url} is not an office.`);
}

function queryText(query: Question['query'] = {}): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const each of value) parameters.append(key, String(each));
    else if (value !== undefined) parameters.set(key, String(value));
  }
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}

/** Undefined for what is no JSON. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function reasonIn(answer: unknown): string | undefined {
  const isObject = typeof answer === 'object' && answer !== null;
  const error = isObject && 'error' in answer ? answer.error : undefined;
  if (typeof error !== 'string') return undefined;
  const rules = isObject && 'rules' in answer && Array.isArray(answer.rules) ? answer.rules : [];
  return [error, ...rules.filter((rule) => typeof rule === 'string')].join(' ');
}
