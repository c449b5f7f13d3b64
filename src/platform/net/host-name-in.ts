import { isIPv6 } from 'node:net';
import { bareHost } from './addresses.js';

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
