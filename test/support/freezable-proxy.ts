import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * A loopback proxy in front of a server that can stop forwarding, with or without closing
 * connections.
 */
export class FreezableProxy {
  private readonly links = new Set<readonly [Socket, Socket]>();
  private frozen = false;
  private isCut = false;

  private constructor(
    private readonly server: Server,
    private readonly target: { readonly host: string; readonly port: number },
  ) {
    server.on('connection', (client) => this.link(client));
  }

  /**
   * @param url host and port of the server behind the proxy
   * @param ownPort 0 = any free port
   */
  static async before(url: string, ownPort = 0): Promise<FreezableProxy> {
    const { hostname: host, port } = new URL(url);
    const server = createServer();
    const proxy = new FreezableProxy(server, { host, port: Number(port) || 5432 });
    server.listen(ownPort, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  /** The address through the proxy. */
  through(url: string): string {
    const address = new URL(url);
    address.hostname = '127.0.0.1';
    address.port = String((this.server.address() as AddressInfo).port);
    return address.href;
  }

  /** Closes connections, and new ones at once, as if there were no server. */
  cut(): void {
    this.isCut = true;
    this.endAll();
  }

  mend(): void {
    this.isCut = false;
  }

  /** Keeps connections open and accepts new ones, but forwards nothing. */
  freeze(): void {
    this.frozen = true;
    for (const [client, upstream] of this.links) {
      client.unpipe(upstream);
      upstream.unpipe(client);
    }
  }

  thaw(): void {
    this.frozen = false;
    for (const link of this.links) forward(link);
  }

  /** Closes the server's side of open connections without telling the clients; serves new ones. */
  abandon(): void {
    this.freeze();
    for (const [client, upstream] of this.links) {
      upstream.removeAllListeners('close').destroy();
      client.resume();
    }
    this.frozen = false;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.endAll();
    await closed;
  }

  private endAll(): void {
    for (const link of this.links) for (const socket of link) socket.destroy();
  }

  private link(client: Socket): void {
    if (this.isCut) {
      client.destroy();
      return;
    }
    const link = [client, connect(this.target)] as const;
    this.links.add(link);
    for (const socket of link) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.links.delete(link);
        for (const end of link) end.destroy();
      });
    }
    if (!this.frozen) forward(link);
  }
}

function forward([client, upstream]: readonly [Socket, Socket]): void {
  client.pipe(upstream);
  upstream.pipe(client);
}
