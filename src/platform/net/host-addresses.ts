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

/** All addresses of a name, as this machine resolves it. */
export type HostResolver = (host: string) => Promise<readonly HostAddress[]>;

/**
 * Lookups at a time. Each blocks one of libuv's four threads, which also serve all file access, for
 * many seconds if it is not answered.
 */
const lookupsAtOnce = 2;
const lookupsWaiting = 64;

/** Limits concurrent lookups; others wait, or fail if too many wait. */
export function fewAtOnce(resolve: HostResolver): HostResolver {
  const few = pLimit(lookupsAtOnce);
  return async (host) => {
    if (few.pendingCount >= lookupsWaiting)
      throw new Error(webTexts.tooManyLookups(lookupsWaiting));
    return few(resolve, host);
  };
}

export const systemResolver: HostResolver = fewAtOnce((host) => lookup(host, { all: true }));

/**
 * The addresses of a URL's host, if its name and all addresses are allowed: one forbidden address
 * refuses the host, because a connection could be steered to it.
 *
 * @throws AddressRefusedError, or FetchFailedError if the name does not resolve.
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

async function resolved(host: string, resolve: HostResolver): Promise<readonly HostAddress[]> {
  try {
    return await resolve(host);
  } catch (error) {
    throw new FetchFailedError(messageOf(error), { cause: error });
  }
}
