import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { webTexts } from '../../protocol/texts.js';
import { messageOf } from '../errors/office-error.js';
import { AddressRefusedError, FetchFailedError } from './fetch-errors.js';
import type { Reach } from './reach.js';

export interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/** Every address of a name, as the machine would resolve it. */
export type HostResolver = (host: string) => Promise<readonly HostAddress[]>;

export const systemResolver: HostResolver = (host) => lookup(host, { all: true });

/**
 * The addresses of a URL's host, once the reach allowed the name and every one of them: a single
 * one that it does not allow refuses the host, for a connection could be steered to it.
 *
 * @throws AddressRefusedError, or FetchFailedError when the name does not resolve.
 */
export async function allowedAddresses(
  url: URL,
  reach: Reach,
  resolve: HostResolver,
): Promise<readonly HostAddress[]> {
  const host = hostOf(url);
  const family = isIP(host);
  if (family !== 0) {
    if (!reach.allowsAddress(host, url))
      throw new AddressRefusedError(webTexts.privateAddress(host));
    return [{ address: host, family }];
  }
  if (!reach.allowsHost(host)) throw new AddressRefusedError(webTexts.notPublicHost(host));
  const addresses = await resolved(host, resolve);
  if (addresses.every(({ address }) => reach.allowsAddress(address, url))) return addresses;
  const list = addresses.map(({ address }) => address).join(', ');
  throw new AddressRefusedError(webTexts.resolvesToPrivate(host, list));
}

/** Without brackets, and without the dot that marks a name as complete; `URL` settled the rest. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

async function resolved(host: string, resolve: HostResolver): Promise<readonly HostAddress[]> {
  try {
    return await resolve(host);
  } catch (error) {
    throw new FetchFailedError(messageOf(error), { cause: error });
  }
}
