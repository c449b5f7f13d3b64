import { unescape } from 'node:querystring';

/** Parameters whose value is not for everyone's eyes. */
const secretParameter = /key|token|secret|passw|auth|sig/i;

/**
 * The header that a user name and password inside an address stand for. A request may not carry
 * them in the address, and the error that says so would show them.
 */
export function authorizationOf({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {};
  const pair = `${unescape(username)}:${unescape(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** The address without user name and password; unchanged when it has none. */
export function withoutCredentials(url: string): string {
  const bare = new URL(url);
  if (bare.username === '' && bare.password === '') return url;
  bare.username = '';
  bare.password = '';
  return bare.href;
}

/** The address as people are shown it: no value of a parameter that is named like a credential. */
export function displayUrl(url: string): string {
  const shown = new URL(url);
  const hidden = [...shown.searchParams.keys()].filter((name) => secretParameter.test(name));
  if (hidden.length === 0) return url;
  for (const name of hidden) shown.searchParams.set(name, '***');
  return shown.href;
}
