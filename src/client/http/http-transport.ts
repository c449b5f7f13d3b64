import type { OfficeAddress } from '../address.js';
import { OfficeRefusal, OfficeUnreachable } from '../errors.js';
import { backOffMs } from '../socket/back-off.js';
import { pause } from '../until.js';
import { knownAgainMs } from '../known-again.js';

export interface CallOptions {
  /** Abandons the call; the service continues what it has begun. */
  readonly signal?: AbortSignal;
}

export interface Question extends CallOptions {
  readonly method?: 'OPTIONS' | 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Id of an action, which the service then carries out once. */
  readonly idempotencyKey?: string;
  /** Absent values are left out. */
  readonly query?: Readonly<
    Record<string, string | number | boolean | readonly string[] | undefined>
  >;
}

/** Time limit of reads, ms; actions may call a model and take long. */
const readTimeoutMs = 30_000;

/** Retries of an action with an id while the connection stands. */
const mostAgain = 2;
/** Number of given-up actions whose ids are kept. */
const mostLost = 100;

/** The client's own connection to the same service. */
export interface OwnConnection {
  readonly isUp: () => boolean;
  /** Resolves once it is up. @throws if it is given up */
  readonly up: (signal?: AbortSignal) => Promise<void>;
}

/** Requests to the service over HTTP, with typed answers and errors. */
export class HttpTransport {
  private readonly lostActions = new LostActions();

  /** @param own absent: an action is given up after its retries */
  constructor(
    private readonly address: OfficeAddress,
    private readonly fetchIt: typeof fetch = (...args) => fetch(...args),
    private readonly own?: OwnConnection,
  ) {}

  /**
   * The body of the answer; `T` is the interface's type.
   * @throws OfficeRefusal with the service's text, OfficeUnreachable, or the signal's reason
   */
  ask<T>(path: string, question: Question = {}): Promise<T> {
    return question.idempotencyKey === undefined
      ? this.askOnce<T>(path, question)
      : this.askAgain<T>(path, question);
  }

  /**
   * A request with an id may be repeated: a few times, and again when a lost connection is back.
   * One that is given up keeps its id for the case that the same is asked once more.
   */
  private async askAgain<T>(path: string, given: Question): Promise<T> {
    const action = JSON.stringify([given.method, path, given.query, given.body]);
    const question = {
      ...given,
      idempotencyKey: this.lostActions.idOf(action) ?? given.idempotencyKey,
    };
    const begun = performance.now();
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.askOnce<T>(path, question);
      } catch (error) {
        if (!(error instanceof OfficeUnreachable)) throw error;
        if (attempt < mostAgain) await pause(backOffMs(attempt, Math.random()), question.signal);
        else if (this.mayWait(begun)) {
          await this.own?.up(question.signal);
          attempt = -1;
        } else {
          this.lostActions.keep(action, question.idempotencyKey);
          throw error;
        }
      }
    }
  }

  private mayWait(begun: number): boolean {
    const isDown = this.own !== undefined && !this.own.isUp();
    return isDown && performance.now() - begun < knownAgainMs;
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
    if (!ok) throw refusalOf(answer, status);
    if (answer === undefined) throw noOffice(this.address);
    return answer as T;
  }

  /**
   * The body piece by piece, at the reader's pace. Requested with the first piece; ends when
   * reading stops.
   * @throws like `ask`, and OfficeUnreachable if the answer breaks off
   */
  async *read(path: string, question: Question = {}): AsyncGenerator<Uint8Array> {
    const { body, ok, status } = await this.open(path, question);
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

  /** True if the service trusts the page's origin; false in programs, which have none. */
  async isTrusted(path: string, { signal }: CallOptions): Promise<boolean> {
    const { headers } = await this.send(path, { method: 'OPTIONS', ...(signal && { signal }) }, []);
    return headers.get('access-control-allow-origin') !== 'null';
  }

  /** The time limit covers only the headers. */
  private async open(path: string, question: Question): Promise<Response> {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), readTimeoutMs);
    return this.send(path, question, [patience.signal]).finally(() => clearTimeout(timer));
  }

  private async refusal(body: ReadableStream | null, status: number): Promise<OfficeRefusal> {
    const answer: unknown = await new Response(body).json().catch(() => undefined);
    return refusalOf(answer, status);
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

/** Ids of actions that may or may not have been carried out. */
class LostActions {
  private readonly ids = new Map<string, { readonly id: string; readonly at: number }>();

  /** The id of the same action, if it was given up and the service still knows the id. */
  idOf(action: string): string | undefined {
    const lost = this.ids.get(action);
    this.ids.delete(action);
    return lost !== undefined && performance.now() - lost.at < knownAgainMs ? lost.id : undefined;
  }

  keep(action: string, id: string | undefined): void {
    if (id === undefined) return;
    this.ids.set(action, { id, at: performance.now() });
    const [oldest] = this.ids.keys();
    if (this.ids.size > mostLost && oldest !== undefined) this.ids.delete(oldest);
  }
}

/** Something else than an office answers. */
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

/** Undefined if it is not JSON. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function refusalOf(answer: unknown, status: number): OfficeRefusal {
  const isObject = typeof answer === 'object' && answer !== null;
  const field = isObject && 'field' in answer ? answer.field : undefined;
  const named = typeof field === 'string' ? field : undefined;
  return new OfficeRefusal(reasonIn(answer) ?? `HTTP ${status}`, status, named);
}

function reasonIn(answer: unknown): string | undefined {
  const isObject = typeof answer === 'object' && answer !== null;
  const error = isObject && 'error' in answer ? answer.error : undefined;
  if (typeof error !== 'string') return undefined;
  const rules = isObject && 'rules' in answer && Array.isArray(answer.rules) ? answer.rules : [];
  return [error, ...rules.filter((rule) => typeof rule === 'string')].join(' ');
}
