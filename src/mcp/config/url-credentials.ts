import { unescape } from 'node:querystring';

/** Names of parameters with secret values. */
const secretParameter = /key|token|secret|passw|auth|sig/i;

/**
 * The header for a user name and password in an address. Requests must not carry them in the
 * address, and the resulting error would show them.
 */
export function authorizationOf({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {};
  const pair = `${unescape(username)}:${unescape(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** The address without user name and password. */
export function withoutCredentials(url: string): string {
  const bare = new URL(url);
  if (bare.username === '' && bare.password === '') return url;
  bare.username = '';
  bare.password = '';
  return bare.href;
}

/** The address for display, without values of parameters named like credentials. */
export function displayUrl(url: string): string {
  const shown = new URL(url);
  const hidden = [...shown.searchParams.keys()].filter((name) => secretParameter.test(name));
  if (hidden.length === 0) return url;
  for (const name of hidden) shown.searchParams.set(name, '***');
  return shown.href;
}
