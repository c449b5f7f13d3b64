import type { OfficeAddress } from '../address.js';
import { OfficeRefusal, OfficeUnreachable } from '../errors.js';

export interface CallOptions {
  /** Gives the call up; what the service began it goes on with. */
  readonly signal?: AbortSignal;
}

export interface Question extends CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Absent values are left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
}

/** A read that takes longer than this is given up, in ms; actions may ask a model and may take long. */
const readTimeoutMs = 30_000;

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
  async ask<T>(path: string, question: Question = {}): Promise<T> {
    const response = await this.send(path, question);
    const answer: unknown = await response.json().catch(() => undefined);
    question.signal?.throwIfAborted();
    const { ok, status } = response;
    if (!ok) throw new OfficeRefusal(reasonIn(answer) ?? `HTTP ${status}`, status);
    if (answer === undefined) throw noOffice(this.address);
    return answer as T;
  }

  private async send(path: string, question: Question): Promise<Response> {
    const { method = 'GET', body, signal } = question;
    const limit = method === 'GET' ? [AbortSignal.timeout(readTimeoutMs)] : [];
    try {
      return await this.fetchIt(this.address.url + path + queryText(question.query), {
        method,
        headers: this.headers(body !== undefined),
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
    if (value !== undefined) parameters.set(key, String(value));
  }
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}

function reasonIn(answer: unknown): string | undefined {
  const isObject = typeof answer === 'object' && answer !== null;
  const error = isObject && 'error' in answer ? answer.error : undefined;
  return typeof error === 'string' ? error : undefined;
}
