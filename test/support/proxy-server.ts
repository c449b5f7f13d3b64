import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { Server } from 'proxy-chain';

type LookupAnswer = (
  error: Error | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/** A request that the proxy received. */
export interface ProxiedRequest {
  readonly host: string;
  readonly port: number;
  /** True for a tunnel (`CONNECT`), false for a forwarded plain HTTP request. */
  readonly tunnel: boolean;
}

/** A real proxy on loopback that resolves every name to loopback. */
export class ProxyServer {
  private constructor(
    private readonly server: Server,
    readonly requests: readonly ProxiedRequest[],
  ) {}

  get port(): number {
    return this.server.port;
  }

  /** @param login required `user:password` */
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

  /** The requested hosts, each once, in order. */
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
