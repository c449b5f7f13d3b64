import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** Listens where stolen things would arrive, and serves the pages of an attacker. */
export class Collector {
  /** Everything that arrived but requests for a page: addresses, headers and bodies. */
  readonly arrived: string[] = [];
  /** Bodies by path. */
  readonly pages = new Map<string, string>();

  private constructor(
    private readonly http: Server,
    private readonly raw: TcpServer,
  ) {
    http.on('request', (request, response) => {
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
    });
    raw.on('connection', (socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (data) => void this.arrived.push(data.toString('latin1')));
    });
  }

  static async start(): Promise<Collector> {
    const http = createServer();
    const raw = createTcpServer();
    const starts = [once(http.listen(0, '127.0.0.1'), 'listening')];
    starts.push(once(raw.listen(0, '127.0.0.1'), 'listening'));
    await Promise.all(starts);
    return new Collector(http, raw);
  }

  get port(): number {
    return (this.http.address() as AddressInfo).port;
  }

  get rawPort(): number {
    return (this.raw.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.http.closeAllConnections();
    const ends = [this.http, this.raw].map((server) => once(server.close(), 'close'));
    await Promise.all(ends);
  }
}
