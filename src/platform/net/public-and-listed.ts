import { bareHost } from './addresses.js';
import { isNamed } from './egress/host-rules.js';
import { type NetworkAccess, privateNetworksToo, publicInternet } from './network-access.js';

/** The public internet, and those hosts of private networks that the operator lists. */
export function publicAndListed(rules: readonly string[]): NetworkAccess {
  const isListed = ({ hostname, port, protocol }: URL): boolean => {
    const usual = protocol === 'http:' ? 80 : 443;
    const host = bareHost(hostname.toLowerCase());
    return isNamed({ host, port: port === '' ? usual : Number(port) }, rules);
  };
  const hosts = rules.map((rule) => rule.replace(/:\d{1,5}$/, ''));
  const isHostListed = (host: string): boolean => isNamed({ host, port: 443 }, hosts);
  return {
    allowsHost: (host) =>
      publicInternet.allowsHost(host) ||
      (isHostListed(host) && privateNetworksToo.allowsHost(host)),
    allowsAddress: (address, url) =>
      publicInternet.allowsAddress(address, url) ||
      (isListed(url) && privateNetworksToo.allowsAddress(address, url)),
    allowsUnresolved: (host, url) => publicInternet.allowsUnresolved(host, url) || isListed(url),
  };
}
