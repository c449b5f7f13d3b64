import { RefusedError } from '../../platform/errors/office-error.js';
import { isLoopbackHost } from '../../platform/net/addresses.js';
import { FetchRefusedError } from '../../platform/net/fetch-errors.js';
import {
  type NetworkAccess,
  publicHttpsOrLoopbackHttp,
} from '../../platform/net/network-access.js';
import { marketplaceTexts } from '../../protocol/texts/marketplace.js';

/**
 * Where a bundle may be downloaded from: after https, any public host over https; after loopback,
 * only the same origin.
 */
export function bundleAccess(start: URL): NetworkAccess {
  const demand = (url: URL): void => {
    if (isLoopbackHttp(start)) refuseLeaving(start, url);
    else if (url.protocol !== 'https:') {
      throw new FetchRefusedError(marketplaceTexts.downloadUnencrypted(url.host));
    }
  };
  return {
    allowsHost: (host) => publicHttpsOrLoopbackHttp.allowsHost(host),
    allowsAddress: (address, url) => {
      demand(url);
      return publicHttpsOrLoopbackHttp.allowsAddress(address, url);
    },
    allowsUnresolved: (host, url) => {
      demand(url);
      return publicHttpsOrLoopbackHttp.allowsUnresolved(host, url);
    },
  };
}

/** Throws the interface's exact text. */
function refuseLeaving(start: URL, url: URL): void {
  if (url.origin !== start.origin) {
    throw new RefusedError(marketplaceTexts.downloadLeft(start.host, url.host));
  }
}

/** Plain HTTP within this machine. */
export function isLoopbackHttp({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && isLoopbackHost(hostname);
}
