import { isLoopbackHost } from '../../platform/net/addresses.js';

/** Plain HTTP that never leaves this machine. */
export function isLoopbackHttp({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && isLoopbackHost(hostname);
}
