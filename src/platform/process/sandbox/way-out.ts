import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EgressProxy } from '#platform/net/egress/egress-proxy.js';
import type { AskedHost } from '#protocol/records/evidence.js';
import { workerEntry } from '../worker-entry.js';
import type { SandboxMount, SandboxNetwork } from './confinement.js';

/** Where the sandbox shows the socket of the proxy and the program that leads to it. */
const inside = '/run/office';
const node = `${inside}/node`;
const socketName = 'proxy.sock';
/** Port of the sandbox's own loopback. */
const port = 3128;

const address = `http://127.0.0.1:${port}`;
const direct = 'localhost,127.0.0.1,::1';

/** The way out of a sandbox to named hosts. */
export class WayOut {
  private constructor(
    private readonly folder: string,
    private readonly proxy: EgressProxy,
  ) {}

  static async open({
    rules,
    ways,
  }: Extract<SandboxNetwork, { readonly kind: 'hosts' }>): Promise<WayOut> {
    const folder = await mkdtemp(join(tmpdir(), 'office-egress-'));
    try {
      return new WayOut(folder, await EgressProxy.listen(join(folder, socketName), rules, ways));
    } catch (thrown) {
      await rm(folder, { recursive: true, force: true });
      throw thrown;
    }
  }

  get mounts(): readonly SandboxMount[] {
    const forwarder = workerEntry(import.meta.url, '../../net/egress/forward-egress.process');
    return [
      { kind: 'read', path: `${inside}/egress`, source: this.folder },
      { kind: 'read', path: `${inside}/forward.mjs`, source: forwarder },
      // Node's own folder may be hidden.
      { kind: 'read', path: node, source: process.execPath },
    ];
  }

  /** Programs read one of these to find a proxy. */
  get environment(): Readonly<Record<string, string>> {
    return {
      ...{ HTTP_PROXY: address, HTTPS_PROXY: address, NO_PROXY: direct },
      ...{ http_proxy: address, https_proxy: address, no_proxy: direct },
      ...{ YARN_HTTP_PROXY: address, YARN_HTTPS_PROXY: address, NODE_USE_ENV_PROXY: '1' },
    };
  }

  /** The command, with a forwarder from the sandbox's loopback to the proxy beside it. */
  leading(file: string, args: readonly string[]): { file: string; args: readonly string[] } {
    const socket = `${inside}/egress/${socketName}`;
    const forwarder = [`${inside}/forward.mjs`, socket, String(port)];
    return { file: node, args: [...forwarder, file, ...args] };
  }

  /** @returns the hosts that were asked for */
  async close(): Promise<readonly AskedHost[]> {
    await this.proxy.close();
    await rm(this.folder, { recursive: true, force: true });
    return this.proxy.asked;
  }
}
