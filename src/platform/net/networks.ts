import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Network = readonly [Address, number];

/** Parses an address or a network such as `10.0.0.0/8`; null for anything else. */
export function parseNetwork(text: string): Network | null {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.isValid(text)) return null;
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** The last answer for each list: requests of a connection ask for the same address. */
const lastAnswers = new WeakMap<
  readonly Network[],
  { readonly text: string; readonly is: boolean }
>();

/** True if an address is in one of the networks; an IPv4-mapped one is judged as IPv4. */
export function isInNetworks(text: string, networks: readonly Network[]): boolean {
  const last = lastAnswers.get(networks);
  if (last?.text === text) return last.is;
  const is = includes(networks, text);
  lastAnswers.set(networks, { text, is });
  return is;
}

function includes(networks: readonly Network[], text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  );
}
