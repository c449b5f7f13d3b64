import { isLoopbackAddress } from '../../platform/net/public-address.js';

/** Plain HTTP that never leaves this machine. */
export function isLoopbackHttp({ protocol, hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return protocol === 'http:' && (host === 'localhost' || isLoopbackAddress(host));
}
