import type { FetchAnswer } from '../../messages.js';
import type { ServiceRequests } from '../service-requests.js';
import type { AbortSignal } from './abort.js';

/** Possible bodies of a request or response. */
type BodyInit = string | Uint8Array | ArrayBuffer | URLSearchParams;

/** The body of a message, read once and as a whole: there are no streams. */
class Body {
  bodyUsed = false;
  protected readonly bytesOfBody: Uint8Array | null;

  constructor(body: BodyInit | null | undefined) {
    this.bytesOfBody = body === null || body === undefined ? null : bytesOf(body);
  }

  async text(): Promise<string> {
    return new TextDecoder().decode(this.take());
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text()) as unknown;
  }

  async bytes(): Promise<Uint8Array> {
    return this.take();
  }

  async arrayBuffer(): Promise<ArrayBufferLike> {
    return this.take().slice().buffer;
  }

  private take(): Uint8Array {
    if (this.bodyUsed) throw new TypeError('the body has been read already');
    this.bodyUsed = this.bytesOfBody !== null;
    return this.bytesOfBody ?? new Uint8Array();
  }
}

/** The default content type of a body. */
function contentTypeOf(body: unknown): string | undefined {
  if (typeof body === 'string') return 'text/plain;charset=UTF-8';
  if (body instanceof URLSearchParams) return 'application/x-www-form-urlencoded;charset=UTF-8';
  return undefined;
}

function bytesOf(body: unknown): Uint8Array {
  if (body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (ArrayBuffer.isView(body)) {
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  }
  return new TextEncoder().encode(String(body));
}

type HeadersInit = Headers | Record<string, string> | [string, string][];

interface RequestInit {
  readonly method?: string;
  readonly headers?: HeadersInit;
  readonly body?: BodyInit | null;
  readonly signal?: AbortSignal | null;
}

export class Request extends Body {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly signal: AbortSignal | null;

  constructor(input: string | URL | Request, init: RequestInit = {}) {
    const from = input instanceof Request ? input : null;
    const body = init.body === undefined ? (from?.bytesOfBody ?? null) : init.body;
    super(body);
    this.url = from === null ? new URL(input).href : from.url;
    this.method = (init.method ?? from?.method ?? 'GET').toUpperCase();
    this.headers = new Headers(init.headers ?? from?.headers);
    this.signal = init.signal ?? from?.signal ?? null;
    const type = contentTypeOf(init.body);
    if (type !== undefined && !this.headers.has('content-type')) {
      this.headers.set('content-type', type);
    }
    if (body !== null && ['GET', 'HEAD'].includes(this.method)) {
      throw new TypeError(`a ${this.method} request has no body`);
    }
  }

  /** The body in base64, or undefined. */
  encodedBody(): string | undefined {
    return this.bytesOfBody === null ? undefined : base64(this.bytesOfBody);
  }
}

interface ResponseInit {
  readonly status?: number;
  readonly statusText?: string;
  readonly headers?: HeadersInit;
}

export class Response extends Body {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  url = '';
  redirected = false;

  constructor(body?: BodyInit | null, init: ResponseInit = {}) {
    super(body);
    this.status = init.status ?? 200;
    this.statusText = init.statusText ?? '';
    this.headers = new Headers(init.headers);
  }

  static json(value: unknown, init: ResponseInit = {}): Response {
    const response = new Response(JSON.stringify(value), init);
    response.headers.set('content-type', 'application/json');
    return response;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  clone(): Response {
    if (this.bodyUsed) throw new TypeError('the body has been read already');
    const { status, statusText, headers } = this;
    const copy = new Response(this.bytesOfBody, { status, statusText, headers });
    copy.url = this.url;
    copy.redirected = this.redirected;
    return copy;
  }
}

/** `fetch` as a request to the service, which decides where it may go. */
export function fetchThrough(requests: ServiceRequests) {
  return async function fetch(
    input: string | URL | Request,
    init?: RequestInit,
  ): Promise<Response> {
    const request = new Request(input, init);
    request.signal?.throwIfAborted();
    const body = request.encodedBody();
    const { method, url } = request;
    const asked = { request: 'fetch', url, method, headers: [...request.headers] } as const;
    return responseOf(
      url,
      await answered(requests, body === undefined ? asked : { ...asked, body }, request.signal),
    );
  };
}

type Asked = Parameters<ServiceRequests['ask']>[0];

async function answered(
  requests: ServiceRequests,
  asked: Asked,
  signal: AbortSignal | null,
): Promise<FetchAnswer> {
  let abandon: (() => void) | undefined;
  try {
    const value = await requests.ask(asked, (id) => {
      abandon = () => requests.abandon(id, signal?.reason);
      signal?.addEventListener('abort', abandon, { once: true });
    });
    return value as FetchAnswer;
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    throw new TypeError(error instanceof Error ? error.message : String(error), { cause: error });
  } finally {
    if (abandon !== undefined) signal?.removeEventListener('abort', abandon);
  }
}

function responseOf(asked: string, answer: FetchAnswer): Response {
  const { status, statusText, headers, body, url } = answer;
  const response = new Response(bytes(body), { status, statusText, headers: pairs(headers) });
  response.url = url;
  response.redirected = url !== asked;
  return response;
}

function pairs(headers: FetchAnswer['headers']): [string, string][] {
  return headers.map(([name, value]) => [name, value]);
}

/** Part of the language since 2026 and of the engine; not yet in the type definitions. */
interface Base64 {
  toBase64(): string;
}
interface FromBase64 {
  fromBase64(text: string): Uint8Array;
}

function base64(of: Uint8Array): string {
  return (of as Uint8Array & Base64).toBase64();
}

function bytes(text: string): Uint8Array {
  return (Uint8Array as unknown as FromBase64).fromBase64(text);
}
