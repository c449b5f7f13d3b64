import type { IncomingHttpHeaders } from 'node:http';

/** A proxy's statements about the client's request. */
interface Forwarded {
  /** The client's `Host` header. */
  readonly host?: string;
  readonly scheme?: Scheme;
}

export type Scheme = 'http' | 'https';

/** Schemes as proxies name them; some send the socket's scheme. */
const schemes: Readonly<Record<string, Scheme>> = {
  http: 'http',
  ws: 'http',
  https: 'https',
  wss: 'https',
};

/**
 * Reads `Forwarded` (RFC 7239), `X-Forwarded-Host` and `X-Forwarded-Proto`. In a chain the first
 * proxy counts, because the client spoke to it.
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
