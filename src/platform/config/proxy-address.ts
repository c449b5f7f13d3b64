/** A proxy, with what it wants to see kept apart from its address. */
export interface ProxyAddress {
  /** `http://host:port` or `https://host:port`. */
  readonly origin: string;
  /** As it may be shown: host and port. */
  readonly host: string;
  /** Value of `Proxy-Authorization`; null: none is wanted. */
  readonly authorization: string | null;
}

/** The way out of the network for each scheme; null: directly. */
export interface ProxiesConfig {
  readonly http: ProxyAddress | null;
  readonly https: ProxyAddress | null;
  /** Hosts that are reached directly, as `NO_PROXY` lists them. */
  readonly direct: readonly string[];
}

/** Every variable whose value may hold the password of a proxy. */
export const proxyVariables: readonly string[] = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap(
  (name) => [name, name.toLowerCase()],
);

/** Null for what is no address of a proxy that is spoken to by HTTP. */
export function proxyAddress(text: string): ProxyAddress | null {
  const whole = text.includes('://') ? text : `http://${text}`;
  if (!URL.canParse(whole)) return null;
  const { protocol, host, username, password, pathname, search, hash } = new URL(whole);
  if (!['http:', 'https:'].includes(protocol) || host === '') return null;
  if (pathname !== '/' || search !== '' || hash !== '') return null;
  return { origin: `${protocol}//${host}`, host, authorization: basic(username, password) };
}

/** What must not be shown of a proxy's address: its password, as written and as meant. */
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

/** A percent sign that encodes nothing stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address of a proxy as a variable holds it, with what it wants to see. */
export function addressWithLogin({ origin, authorization }: ProxyAddress): string {
  if (authorization === null) return origin;
  const pair = Buffer.from(authorization.slice('Basic '.length), 'base64').toString();
  const at = pair.indexOf(':');
  const login = [pair.slice(0, at), pair.slice(at + 1)].map(encodeURIComponent).join(':');
  return origin.replace('://', `://${login}@`);
}
