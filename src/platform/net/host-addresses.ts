import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import pLimit from 'p-limit';
import { webTexts } from '../../protocol/texts/tools.js';
import { messageOf } from '../errors/error-text.js';
import { bareHost } from './addresses.js';
import { AddressRefusedError, FetchFailedError } from './fetch-errors.js';
import type { NetworkAccess } from './network-access.js';

export interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/** Every address of a name, as the machine would resolve it. */
export type HostResolver = (host: string) => Promise<readonly HostAddress[]>;

/**
 * Of the four threads that also serve every file of the service. A name whose servers do not answer
 * holds one for many seconds, whether or not anybody still waits for it.
 */
const lookupsAtOnce = 2;
const lookupsWaiting = 64;

/** The same resolver, asked for few names at a time: the others wait, or fail where too many do. */
export function fewAtOnce(resolve: HostResolver): HostResolver {
  const few = pLimit(lookupsAtOnce);
  return async (host) => {
    if (few.pendingCount >= lookupsWaiting) throw new Error(webTexts.tooManyLookups);
    return few(resolve, host);
  };
}

export const systemResolver: HostResolver = fewAtOnce((host) => lookup(host, { all: true }));

/**
 * The addresses of a URL's host, once the name and every one of them is allowed: a single one that
 * it does not allow refuses the host, for a connection could be steered to it.
 *
 * @throws AddressRefusedError, or FetchFailedError when the name does not resolve.
 */
export async function allowedAddresses(
  url: URL,
  access: NetworkAccess,
  resolve: HostResolver,
): Promise<readonly HostAddress[]> {
  const host = bareHost(url.hostname);
  const family = isIP(host);
  if (family !== 0) {
    if (!access.allowsAddress(host, url))
      throw new AddressRefusedError(webTexts.privateAddress(host));
    return [{ address: host, family }];
  }
  if (!access.allowsHost(host)) throw new AddressRefusedError(webTexts.notPublicHost(host));
  const addresses = await resolved(host, resolve);
  if (addresses.every(({ address }) => access.allowsAddress(address, url))) return addresses;
  const list = addresses.map(({ address }) => address).join(', ');
  throw new AddressRefusedError(webTexts.resolvesToPrivate(host, list));
}

/**
 * Judges the host of a URL that is reached by a proxy, which resolves the name itself: by its addresses
 * where they are known here, else by the name alone.
 *
 * @throws AddressRefusedError
 */
export async function judgeForProxy(
  url: URL,
  access: NetworkAccess,
  resolve: HostResolver,
): Promise<void> {
  try {
    await allowedAddresses(url, access, resolve);
  } catch (error) {
    if (!(error instanceof FetchFailedError)) throw error;
    const host = bareHost(url.hostname);
    if (!access.allowsUnresolved(host, url)) {
      throw new AddressRefusedError(webTexts.notPublicHost(host), { cause: error });
    }
  }
}

async function resolved(host: string, resolve: HostResolver): Promise<readonly HostAddress[]> {
  try {
    return await resolve(host);
  } catch (error) {
    throw new FetchFailedError(messageOf(error), { cause: error });
  }
}
