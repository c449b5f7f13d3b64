import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isInNetworks, type Network } from '../net/networks.js';

/** Network address of the client, as a trusted proxy reports it in `X-Forwarded-For`. */
export function clientAddress(
  { headers, socket }: IncomingMessage,
  proxies: readonly Network[],
): string | null {
  const near = socket.remoteAddress ?? null;
  if (near === null || !isInNetworks(near, proxies)) return near;
  const hops = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const far = hops
    .map((hop) => hop.trim())
    .findLast((hop) => isIP(hop) === 0 || !isInNetworks(hop, proxies));
  return far !== undefined && isIP(far) !== 0 ? far : near;
}
