import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { Server } from 'proxy-chain';

type LookupAnswer = (
  error: Error | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/** What a proxy was asked for. */
export interface ProxiedRequest {
  readonly host: string;
  readonly port: number;
  /** A tunnel (`CONNECT`), or a request of plain http handed over. */
  readonly tunnel: boolean;
}

/** A real proxy on loopback for which every name leads to loopback. */
export class ProxyServer {
  private constructor(
    private readonly server: Server,
    readonly requests: readonly ProxiedRequest[],
  ) {}

  get port(): number {
    return this.server.port;
  }

  /** @param login as `user:password`, which it then wants to see */
  static async start(login?: string): Promise<ProxyServer> {
    const requests: ProxiedRequest[] = [];
    const server = new Server({
      port: 0,
      host: '127.0.0.1',
      prepareRequestFunction: ({ hostname, port, isHttp, username, password }) => {
        if (login !== undefined && `${username}:${password}` !== login) {
          return { requestAuthentication: true };
        }
        requests.push({ host: hostname, port, tunnel: !isHttp });
        return { dnsLookup: toLoopback };
      },
    });
    await server.listen();
    return new ProxyServer(server, requests);
  }

  /** The hosts that were asked for, each once, in order. */
  get hosts(): readonly string[] {
    return [...new Set(this.requests.map(({ host }) => host))];
  }

  async close(): Promise<void> {
    await this.server.close(true);
  }
}

const toLoopback = ((_host: string, options: LookupOptions, callback: LookupAnswer): void => {
  lookup('127.0.0.1', options, callback);
}) as typeof lookup;
