import { isUtf8 } from 'node:buffer';

/**
 * Where a `Location` leads from an address, as browsers follow it; undefined: nowhere. HTTP hands on
 * its bytes one by one as characters up to U+00FF: bytes of UTF-8 are read as such, and others, of
 * servers that send Latin-1, are asked for as they came. Without a fragment of its own it keeps ours.
 */
export function redirectTarget(location: string, from: URL): URL | undefined {
  const bytes = Buffer.from(location, 'latin1');
  const reference = isUtf8(bytes)
    ? bytes.toString('utf8')
    : location.replaceAll(
        /[\x80-\xff]/g,
        (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
      );
  if (!URL.canParse(reference, from.href)) return undefined;
  const target = new URL(reference, from);
  if (target.protocol !== 'http:' && target.protocol !== 'https:') return undefined;
  if (!reference.includes('#')) target.hash = from.hash;
  return target;
}
