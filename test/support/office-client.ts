import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { checkAnswer } from './contract.js';
import { OfficeSocket, type SocketOptions } from './office-socket.js';

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** A string or bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown;
  /** Fails if the whole answer has not arrived by then. */
  readonly timeoutMs?: number;
}

export interface Answer<T> {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The text as JSON; reading it fails the test if it is invalid. */
  readonly body: T;
}

/**
 * Raw access to a running office: status, headers and bytes unchanged, paths as written.
 *
 * Every answer and frame is checked against the interface documents (`contract.ts`). To use an
 * office instead of examining it, take `src/client`.
 */
export class OfficeClient {
  private readonly sockets: OfficeSocket[] = [];

  /** @param described true if the interface documents describe this server */
  constructor(
    readonly port: number,
    private readonly described = true,
  ) {}

  /** `T` is what the test expects the body to be; nothing checks it. */
  get<T = unknown>(path: string, options?: CallOptions): Promise<Answer<T>> {
    return this.call('GET', path, options);
  }

  post<T = unknown>(path: string, body?: unknown, options?: CallOptions): Promise<Answer<T>> {
    return this.call('POST', path, { body, ...options });
  }

  put<T = unknown>(path: string, body?: unknown, options?: CallOptions): Promise<Answer<T>> {
    return this.call('PUT', path, { body, ...options });
  }

  patch<T = unknown>(path: string, body?: unknown, options?: CallOptions): Promise<Answer<T>> {
    return this.call('PATCH', path, { body, ...options });
  }

  delete<T = unknown>(path: string, options?: CallOptions): Promise<Answer<T>> {
    return this.call('DELETE', path, options);
  }

  call<T = unknown>(method: string, path: string, options: CallOptions = {}): Promise<Answer<T>> {
    const { headers = {}, body, timeoutMs } = options;
    const signal = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
    return new Promise((resolve, reject) => {
      const call = request({ host: '127.0.0.1', port: this.port, method, path, headers, signal });
      call.on('response', (response) => {
        void readAnswer<T>(response)
          .then((answer) => this.checked(method, path, answer))
          .then(resolve, reject);
      });
      call.on('error', (error: NodeJS.ErrnoException) => {
        // The server may close an idle connection at the moment of its reuse.
        if (call.reusedSocket && error.code === 'ECONNRESET') {
          resolve(this.call<T>(method, path, options));
        } else reject(error);
      });
      call.end(payloadOf(body));
    });
  }

  private checked<T>(method: string, path: string, answer: Answer<T>): Answer<T> {
    const { status, text, headers } = answer;
    if (this.described)
      checkAnswer(method, path, { status, text, contentType: headers['content-type'] });
    return answer;
  }

  /** Connects and waits for `hello`. Rejects if the upgrade is refused. */
  async connect(options?: SocketOptions): Promise<OfficeSocket> {
    const socket = new OfficeSocket(this.port, { described: this.described, ...options });
    this.sockets.push(socket);
    await socket.waitFor('hello');
    return socket;
  }

  async closeSockets(): Promise<void> {
    await Promise.all(this.sockets.splice(0).map((socket) => socket.close()));
  }
}

function payloadOf(body: unknown): string | Buffer | undefined {
  if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) return body;
  return JSON.stringify(body);
}

async function readAnswer<T>(response: IncomingMessage): Promise<Answer<T>> {
  const chunks = await Array.fromAsync(response as AsyncIterable<Buffer>);
  const text = Buffer.concat(chunks).toString();
  const { statusCode: status = 0, headers } = response;
  return {
    status,
    headers,
    text,
    get body() {
      return JSON.parse(text) as T;
    },
  };
}
