import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import {
  isLoopbackAddress,
  isLoopbackHost,
  isPublicAddress,
  isReservedForHost,
} from './addresses.js';

/** The hosts to which a fetch may connect, judged by name and by each resolved address. */
export interface NetworkAccess {
  /** Called with the name before it is resolved. */
  allowsHost(host: string): boolean;
  allowsAddress(address: string, url: URL): boolean;
  /** Called instead of the address check for names that only a proxy can resolve. */
  allowsUnresolved(host: string, url: URL): boolean;
}

/** Names of services that hand out a machine's own credentials. */
const metadataNames: ReadonlySet<string> = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'instance-data',
  'instance-data.ec2.internal',
]);

/** Suffixes of private networks, which are never assigned on the internet. */
const privateEnds = new Set(
  'local localdomain internal intranet private corp home lan arpa'.split(' '),
);

/** True if a name may be public: it has a dot and no private suffix. */
function canBePublic(host: string): boolean {
  const parts = host.split('.');
  return parts.length > 1 && !privateEnds.has(parts.at(-1) ?? '');
}

/**
 * The public internet except this machine's own addresses: a service that a firewall hides from
 * others is reachable from the machine itself.
 * @param ownAddresses current addresses of its network interfaces
 */
export function publicInternetBut(ownAddresses: () => readonly string[]): NetworkAccess {
  return {
    allowsHost: (host) =>
      !metadataNames.has(host) && host !== 'localhost.localdomain' && !isLoopbackHost(host),
    allowsAddress: (address) =>
      isPublicAddress(address) && !ownAddresses().some((own) => isSameAddress(own, address)),
    allowsUnresolved: canBePublic,
  };
}

/** For addresses chosen by a model or a plugin. */
export const publicInternet: NetworkAccess = publicInternetBut(() =>
  Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address)),
);

/**
 * For addresses chosen by an operator: private networks and this machine too, but neither
 * link-local addresses nor metadata services.
 */
export const privateNetworksToo: NetworkAccess = {
  allowsHost: (host) => !metadataNames.has(host),
  allowsAddress: (address) => !isReservedForHost(address),
  allowsUnresolved: () => true,
};

/** For code to be run: encrypted from the internet, or from this machine. */
export const publicHttpsOrLoopbackHttp: NetworkAccess = {
  allowsHost: () => true,
  allowsAddress: (address, url) =>
    url.protocol === 'https:'
      ? publicInternet.allowsAddress(address, url)
      : isLoopbackAddress(address),
  allowsUnresolved: (host, { protocol }) => protocol === 'https:' && canBePublic(host),
};

/** True if two texts are the same address in any spelling. */
function isSameAddress(some: string, other: string): boolean {
  if (!ipaddr.isValid(some) || !ipaddr.isValid(other)) return false;
  return ipaddr.process(some).toNormalizedString() === ipaddr.process(other).toNormalizedString();
}
