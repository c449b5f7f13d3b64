import { isIP } from 'node:net';
import { ruleTexts } from '../../protocol/texts/configuration.js';
import { hostNameIn } from '../net/addresses.js';
import { parseNetwork } from '../net/networks.js';
import { withoutEnd } from '../text/without-end.js';
import type { Kind } from './variable-kinds.js';

/** A host name as in a `Host` header, without port. */
function hostName(given: string): string | null {
  const name = given.toLowerCase();
  if (isIP(name) !== 0) return name;
  return /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.?$/u.test(name) ? name : null;
}

/** The host in an operator's text; a port, scheme or path is dropped. */
function servedHost(given: string): string | null {
  const found = hostNameIn(given);
  return found === null ? null : hostName(found);
}

/** An IP address or a network. */
function network(given: string): string | null {
  return parseNetwork(given) === null ? null : given;
}

/** A path as browsers spell it, with a leading and without a trailing slash; the root is empty. */
const basePath: Kind<string> = {
  ...{ name: 'path', rule: ruleTexts.basePath, fallback: '', vital: true, none: '' },
  read: (given) => {
    const text = withoutEnd(given, '/');
    if (text === '') return { value: '' };
    const parts = (text.startsWith('/') ? text.slice(1) : text).split('/');
    const isPath = parts.every((part) => /^[^\s?#\\:]+$/.test(part) && !/^\.{1,2}$/.test(part));
    return isPath ? { value: new URL(`http://office/${parts.join('/')}`).pathname } : undefined;
  },
};

/** An origin as browsers spell it. */
function origin(given: string): string | null {
  const read = URL.canParse(given) ? new URL(given).origin : 'null';
  return read === 'null' ? null : read;
}

/** An address or host name to bind to. */
const host: Kind<string> = {
  ...{ name: 'address', rule: ruleTexts.host, fallback: '127.0.0.1', vital: true, none: '' },
  read: (given) => (isIP(given) !== 0 || hostName(given) !== null ? { value: given } : undefined),
};

interface UrlOptions {
  readonly fallback?: string;
  readonly schemes: readonly string[];
  /** The URL may contain user and password. */
  readonly credentials?: boolean;
}

/** A URL with one of the schemes; trailing slashes are dropped. */
function url(options: UrlOptions & { readonly fallback: string }): Kind<string> {
  return { ...optionalUrl(options), none: options.fallback } as Kind<string>;
}

function optionalUrl({
  fallback = '',
  schemes,
  credentials = false,
}: UrlOptions): Kind<string | null> {
  return {
    ...{
      name: 'URL',
      rule: ruleTexts.url(schemes, credentials),
      broken: (given) => ruleTexts.url(schemes, credentials || !holdsLogin(given)),
      fallback,
      vital: true,
      none: null,
    },
    read: (given) => {
      if (!URL.canParse(given) || /\s/.test(given)) return undefined;
      const isAllowed = schemes.includes(new URL(given).protocol.slice(0, -1));
      if (!isAllowed || (!credentials && holdsLogin(given))) return undefined;
      return { value: withoutEnd(given, '/') };
    },
  };
}

/** The exact address of an OpenID provider: a trailing slash is a part of it. */
function issuer(): Kind<string | null> {
  const address = optionalUrl({ schemes: ['http', 'https'] });
  return {
    ...address,
    read: (given, around) => {
      const { search, hash } = URL.parse(given) ?? {};
      const isPlain = search === '' && hash === '' && address.read(given, around) !== undefined;
      return isPlain ? { value: given } : undefined;
    },
  };
}

function holdsLogin(address: string): boolean {
  const { username = '', password = '' } = URL.parse(address) ?? {};
  return username + password !== '';
}

/** Kinds of variables that hold addresses of hosts or pages, and readers of entries of such lists. */
export const addressKinds = {
  hostName,
  servedHost,
  network,
  basePath,
  origin,
  host,
  url,
  optionalUrl,
  issuer,
};
