import { networkInterfaces } from 'node:os';
import {
  isLoopbackAddress,
  isLoopbackHost,
  isPublicAddress,
  isReservedForHost,
  isSameAddress,
} from './addresses.js';

/** Which hosts a fetch may connect to: the name is checked, and each address it resolves to. */
export interface NetworkAccess {
  /** Asked of the name, before it is resolved. */
  allowsHost(host: string): boolean;
  allowsAddress(address: string, url: URL): boolean;
  /** Asked of a name that only a proxy can resolve, in place of its addresses. */
  allowsUnresolved(host: string, url: URL): boolean;
}

/** Names of the services that tell a machine its own credentials. */
const metadataNames: ReadonlySet<string> = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'instance-data',
  'instance-data.ec2.internal',
]);

/** Ends of names that mean a private network and are given to nobody on the internet. */
const privateEnds = new Set(
  'local localdomain internal intranet private corp home lan arpa'.split(' '),
);

/** Whether a name can be one of the internet: it has a dot, and no end that means a private network. */
function canBePublic(host: string): boolean {
  const parts = host.split('.');
  return parts.length > 1 && !privateEnds.has(parts.at(-1) ?? '');
}

/**
 * The public internet without the addresses of this machine: a service that a firewall hides from
 * others answers a program that runs beside it.
 * @param ownAddresses of its network interfaces, now
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

/** For whatever a model or a plugin names. */
export const publicInternet: NetworkAccess = publicInternetBut(() =>
  Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address)),
);

/**
 * For addresses an operator named: private networks and this machine as well, but neither
 * link-local addresses nor the metadata services of clouds, which serve no documents.
 */
export const privateNetworksToo: NetworkAccess = {
  allowsHost: (host) => !metadataNames.has(host),
  allowsAddress: (address) => !isReservedForHost(address),
  allowsUnresolved: () => true,
};

/** For secrets: encrypted, or to this very machine; never to a metadata service. */
export const encryptedOrLoopback: NetworkAccess = {
  allowsHost: (host) => privateNetworksToo.allowsHost(host),
  allowsAddress: (address, url) =>
    (url.protocol === 'https:' || isLoopbackAddress(address)) &&
    privateNetworksToo.allowsAddress(address, url),
  allowsUnresolved: (_host, { protocol }) => protocol === 'https:',
};

/** For code that will be run: encrypted from the internet, or from this very machine. */
export const publicHttpsOrLoopbackHttp: NetworkAccess = {
  allowsHost: () => true,
  allowsAddress: (address, url) =>
    url.protocol === 'https:'
      ? publicInternet.allowsAddress(address, url)
      : isLoopbackAddress(address),
  allowsUnresolved: (host, { protocol }) => protocol === 'https:' && canBePublic(host),
};
