import { isLoopbackHost } from '../../platform/net/addresses.js';

/** Plain HTTP within this machine. */
export function isLoopbackHttp({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && isLoopbackHost(hostname);
}
