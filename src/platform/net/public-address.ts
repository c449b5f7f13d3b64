import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Global unicast space; whatever is unicast elsewhere has not been given out (RFC 4291). */
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Refused although the registry calls them ordinary: the first is refused by specification. */
const refusedV4 = [
  ipaddr.parseCIDR('192.0.0.0/16'),
  // Azure answers its machines here, credentials included.
  ipaddr.parseCIDR('168.63.129.16/32'),
] as [ipaddr.IPv4, number][];

/**
 * Whether an address belongs to the public internet (behaviour-plugins.md 9.4). An IPv6 address
 * that carries an IPv4 address (mapped, NAT64, 6to4) is as public as that one. Text that is no
 * address is not public.
 */
export function isPublicAddress(text: string): boolean {
  return ipaddr.isValid(text) && isPublic(ipaddr.parse(text));
}

/** 127.0.0.0/8 and ::1, in any spelling. */
export function isLoopbackAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  return ipaddr.process(text).range() === 'loopback';
}

function isPublic(address: Address): boolean {
  if (address instanceof ipaddr.IPv4) return isPublicV4(address);
  const carried = carriedV4(address);
  if (carried) return isPublicV4(carried);
  return address.range() === 'unicast' && address.match(globalUnicast);
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !refusedV4.some((block) => address.match(block));
}

/** The IPv4 address inside, where the IPv6 address is a way to reach it. */
function carriedV4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const bytes = address.toByteArray();
  switch (address.range()) {
    case 'ipv4Mapped':
    case 'rfc6052':
      return new ipaddr.IPv4(bytes.slice(12));
    case '6to4':
      return new ipaddr.IPv4(bytes.slice(2, 6));
    default:
      return undefined;
  }
}
