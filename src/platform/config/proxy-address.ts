/** A proxy's address, with its credentials kept apart. */
export interface ProxyAddress {
  /** `http://host:port` or `https://host:port`. */
  readonly origin: string;
  /** Host and port, safe to show. */
  readonly host: string;
  /** Value of `Proxy-Authorization`; null: no credentials. */
  readonly authorization: string | null;
}

/** The proxy for each scheme; null: direct connections. */
export interface ProxiesConfig {
  readonly http: ProxyAddress | null;
  readonly https: ProxyAddress | null;
  /** Hosts reached directly, as listed in `NO_PROXY`. */
  readonly direct: readonly string[];
}

/** Parses the address of an HTTP or HTTPS proxy; null for anything else. */
export function proxyAddress(text: string): ProxyAddress | null {
  const whole = text.includes('://') ? text : `http://${text}`;
  if (!URL.canParse(whole)) return null;
  const { protocol, host, username, password, pathname, search, hash } = new URL(whole);
  if (!['http:', 'https:'].includes(protocol) || host === '') return null;
  if (pathname !== '/' || search !== '' || hash !== '') return null;
  return { origin: `${protocol}//${host}`, host, authorization: basic(username, password) };
}

/** Passwords in a proxy's address, as written and decoded, to be hidden from output. */
export function proxyPasswords(text: string): readonly string[] {
  const whole = text.includes('://') ? text : `http://${text}`;
  if (!URL.canParse(whole)) return [];
  const { username, password } = new URL(whole);
  return [password, decoded(password), (basic(username, password) ?? '').slice('Basic '.length)];
}

function basic(username: string, password: string): string | null {
  if (username === '' && password === '') return null;
  const pair = `${decoded(username)}:${decoded(password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** A percent sign that encodes nothing is kept. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The proxy's address including its credentials, as a variable holds it. */
export function addressWithLogin({ origin, authorization }: ProxyAddress): string {
  if (authorization === null) return origin;
  const pair = Buffer.from(authorization.slice('Basic '.length), 'base64').toString();
  const at = pair.indexOf(':');
  const login = [pair.slice(0, at), pair.slice(at + 1)].map(encodeURIComponent).join(':');
  return origin.replace('://', `://${login}@`);
}
