import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** An address that programs do not take for their own machine. */
const registryHost = '127.0.0.2';

/** Listens where stolen things would arrive, and serves the pages of an attacker. */
export class Collector {
  /** Everything that arrived but requests for a page: addresses, headers and bodies. */
  readonly arrived: string[] = [];
  /** Bodies by path. */
  readonly pages = new Map<string, string>();

  private constructor(
    private readonly http: Server,
    private readonly registry: Server,
    private readonly raw: TcpServer,
  ) {
    const receive: RequestListener = (request, response) => {
      const page = this.pages.get(request.url ?? '');
      if (page !== undefined) {
        return void response.setHeader('content-type', 'text/html').end(page);
      }
      let text = `${request.method} ${request.url}\n${request.rawHeaders.join('\n')}\n`;
      request.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      request.on('end', () => {
        this.arrived.push(text);
        response.setHeader('content-type', 'application/json').end('{}');
      });
    };
    for (const server of [http, registry]) server.on('request', receive);
    raw.on('connection', (socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (data) => void this.arrived.push(data.toString('latin1')));
    });
  }

  static async start(): Promise<Collector> {
    const [http, registry, raw] = [createServer(), createServer(), createTcpServer()];
    http.listen(0, '127.0.0.1');
    registry.listen(0, registryHost);
    raw.listen(0, '127.0.0.1');
    await Promise.all([http, registry, raw].map((server) => once(server, 'listening')));
    return new Collector(http, registry, raw);
  }

  get port(): number {
    return (this.http.address() as AddressInfo).port;
  }

  /** Where commands find it, if their floor allows packages. */
  get registryAddress(): string {
    return `${registryHost}:${(this.registry.address() as AddressInfo).port}`;
  }

  get rawPort(): number {
    return (this.raw.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const server of [this.http, this.registry]) server.closeAllConnections();
    const ends = [this.http, this.registry, this.raw].map((server) =>
      once(server.close(), 'close'),
    );
    await Promise.all(ends);
  }
}
