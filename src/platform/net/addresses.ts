import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Global unicast; other unicast addresses are unassigned (RFC 4291). */
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Metadata services outside the link-local ranges. */
const metadataBlocks = [
  // Azure, Alibaba Cloud and Oracle Cloud.
  '168.63.129.16/32',
  '100.100.100.200/32',
  '192.0.0.192/32',
  // Amazon's services on an instance, and Google's metadata server.
  'fd00:ec2::/32',
  'fd20:ce::254/128',
].map((block) => ipaddr.parseCIDR(block));

/**
 * Refused although the registry lists them as ordinary: the first because it contains special
 * blocks.
 */
const refusedV4 = [
  ipaddr.parseCIDR('192.0.0.0/16'),
  // Azure answers its machines here, credentials included.
  ipaddr.parseCIDR('168.63.129.16/32'),
] as [ipaddr.IPv4, number][];

/**
 * True if an address is on the public internet. An IPv6 address that embeds an IPv4 address
 * (mapped, NAT64, 6to4) is judged by it. Invalid text is not public.
 */
export function isPublicAddress(text: string): boolean {
  return ipaddr.isValid(text) && isPublic(ipaddr.parse(text));
}

/**
 * True if an address is link-local or a cloud's metadata service, which hands out credentials of
 * this machine. An IPv6 address that embeds an IPv4 address is judged by it. Invalid text counts as
 * reserved.
 */
export function isReservedForHost(text: string): boolean {
  if (!ipaddr.isValid(text)) return true;
  const address = ipaddr.parse(text);
  const judged = address instanceof ipaddr.IPv6 ? (carriedV4(address) ?? address) : address;
  return judged.range() === 'linkLocal' || metadataBlocks.some((block) => isIn(judged, block));
}

/** True for 127.0.0.0/8 and ::1 in any spelling, IPv4-mapped included; false for names. */
export function isLoopbackAddress(text: string): boolean {
  return ipaddr.isValid(text) && ipaddr.process(text).range() === 'loopback';
}

/**
 * True if a host can only be this machine, judged by its spelling without resolving it: a loopback
 * address, `localhost`, or a name below it (RFC 6761). Brackets, case and a final dot are ignored.
 */
export function isLoopbackHost(host: string): boolean {
  const bare = bareHost(host);
  return bare === 'localhost' || bare.endsWith('.localhost') || isLoopbackAddress(bare);
}

/** True if a URL's host is a loopback host; false for invalid URLs. */
export function isLoopbackUrl(text: string): boolean {
  return URL.canParse(text) && isLoopbackHost(new URL(text).hostname);
}

/** A host in lower case, without IPv6 brackets and without a final dot. */
export function bareHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}

function isPublic(address: Address): boolean {
  if (address instanceof ipaddr.IPv4) return isPublicV4(address);
  const carried = carriedV4(address);
  if (carried) return isPublicV4(carried);
  return address.range() === 'unicast' && address.match(globalUnicast);
}

function isIn(address: Address, [network, bits]: [Address, number]): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !refusedV4.some((block) => address.match(block));
}

/** The IPv4 address embedded in an IPv6 address, if any. */
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

/**
 * The host in a person's text, as browsers spell it: `Büro.example:8443` and
 * `https://büro.example/` give `xn--bro-hoa.example`. Null if there is no host, or a pattern.
 */
export function hostNameIn(text: string): string | null {
  if (isIPv6(text)) return bareHost(text);
  const address = text.includes('://') ? text : `http://${text}`;
  if (!URL.canParse(address)) return null;
  const { hostname, username } = new URL(address);
  const isName = hostname !== '' && username === '' && !/[*]|^\./.test(hostname);
  return isName ? bareHost(hostname) : null;
}
