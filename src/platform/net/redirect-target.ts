import { isUtf8 } from 'node:buffer';

/**
 * The target of a `Location` header, as browsers follow it; undefined: invalid. HTTP passes its
 * bytes on as characters up to U+00FF: valid UTF-8 is decoded, other bytes (from servers that send
 * Latin-1) are percent-encoded as they are. Without its own fragment it keeps that of `from`.
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
