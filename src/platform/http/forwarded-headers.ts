import type { IncomingHttpHeaders } from 'node:http';

/** What a proxy says about the request that a client sent to it. */
interface Forwarded {
  /** As the client's `Host` header had it. */
  readonly host?: string;
  readonly scheme?: Scheme;
}

export type Scheme = 'http' | 'https';

/** Some proxies name the scheme of the socket that is asked for. */
const schemes: Readonly<Record<string, Scheme>> = {
  http: 'http',
  ws: 'http',
  https: 'https',
  wss: 'https',
};

/**
 * Reads `Forwarded` (RFC 7239) and the older `X-Forwarded-Host` and `X-Forwarded-Proto`. Of a chain
 * of proxies the first counts: it is the one that the client spoke to.
 */
export function forwardedIn(headers: IncomingHttpHeaders): Forwarded {
  const standard = firstElement(oneText(headers.forwarded));
  const host = standard['host'] || firstOf(oneText(headers['x-forwarded-host']));
  const proto = standard['proto'] || firstOf(oneText(headers['x-forwarded-proto']));
  const scheme = schemes[proto.toLowerCase()];
  return { ...(host !== '' && { host }), ...(scheme && { scheme }) };
}

const token = /^[\w!#$%&'*+.^`|~-]+$/;

/** The pairs (`name=value` or `name="value"`) of the first element. */
function firstElement(header: string): Readonly<Record<string, string>> {
  const pairs: Record<string, string> = {};
  for (let at = 0; ; at += 1) {
    const equals = header.indexOf('=', at);
    const name = header.slice(at, Math.max(at, equals)).trim();
    if (!token.test(name)) return pairs;
    const end = endOfValue(header, equals + 1);
    const value = header.slice(equals + 1, end);
    pairs[name.toLowerCase()] = value.startsWith('"') ? unquoted(value) : value;
    at = behindBlanks(header, end);
    if (header[at] !== ';') return pairs;
  }
}

function endOfValue(header: string, from: number): number {
  const isQuoted = header[from] === '"';
  let at = isQuoted ? from + 1 : from;
  while (at < header.length && !(isQuoted ? '"' : ' \t;,').includes(header[at] ?? '')) {
    at += isQuoted && header[at] === '\\' ? 2 : 1;
  }
  return Math.min(header.length, isQuoted ? at + 1 : at);
}

function unquoted(value: string): string {
  return value.replace(/^"|"$/g, '').replaceAll(/\\(.)/g, '$1');
}

function behindBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return at;
}

function firstOf(list: string): string {
  return (list.split(',', 1)[0] ?? '').trim();
}

function oneText(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : (header?.[0] ?? '');
}
