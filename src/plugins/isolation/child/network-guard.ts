import net from 'node:net';
import os from 'node:os';
import { isPublicAddress } from '../../../platform/net/public-address.js';
import { seal } from './lock-down.js';

/** What a connection attempt answers when it is refused: `connect EACCES <address>`. */
const refused = -os.constants.errno.EACCES;

type Connect = (request: unknown, address: string, port: number) => number;

/**
 * Lets the plugin connect to public internet addresses and nothing else, as web tools and panels
 * may (behaviour-plugins.md 9.4): this machine and its network belong to the operator, the office's
 * own door above all. It sits below every client of Node (`net`, `tls`, `http`, `fetch`), where the
 * address has been resolved, so no name can change its mind after it was judged. Nobody may listen.
 *
 * @throws when Node no longer has the shape this relies on; the plugin is then not loaded.
 */
export function guardNetwork(): void {
  const tcp = handlePrototype({ host: '192.0.2.1', port: 9 });
  for (const name of ['connect', 'connect6']) {
    const connect = Reflect.get(tcp, name) as Connect;
    seal(tcp, name, function (this: object, request: unknown, address: string, port: number) {
      return isPublicAddress(address)
        ? Reflect.apply(connect, this, [request, address, port])
        : refused;
    });
  }
  for (const name of ['bind', 'bind6', 'listen']) seal(tcp, name, () => refused);
  const pipe = handlePrototype({ path: '/' });
  for (const name of ['connect', 'bind', 'listen']) seal(pipe, name, () => refused);
}

/** The object that all sockets of a kind ask to connect. It is there before an attempt is made. */
function handlePrototype(to: net.NetConnectOpts): object {
  const socket = new net.Socket();
  socket.on('error', () => undefined);
  socket.connect(to);
  const handle: unknown = Reflect.get(socket, '_handle');
  socket.destroy();
  const prototype: unknown = Object.getPrototypeOf(handle ?? null);
  if (typeof prototype !== 'object' || prototype === null || !('connect' in prototype)) {
    throw new Error('the network of this version of Node cannot be guarded');
  }
  return prototype;
}
