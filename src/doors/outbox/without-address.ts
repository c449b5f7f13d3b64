import { redactor } from '../../platform/logging/redact.js';

/** Shorter parts of an address count as words, not as secrets. */
const shortestPart = 6;

/**
 * A text about a request without the parts of its address, which may be secret: many receivers
 * repeat the path of the request.
 */
export function withoutAddress(said: string, address: string): string {
  return redactor(URL.canParse(address) ? spellingsIn(new URL(address)) : [address])(said);
}

function spellingsIn({ pathname, search, searchParams }: URL): readonly string[] {
  const parts = [
    ...pathname.split('/'),
    ...search.slice(1).split(/[&=]/),
    ...[...searchParams].flat(),
  ].filter(({ length }) => length >= shortestPart);
  const spelled = [pathname + search, pathname, search, ...parts].flatMap((part) => [
    part,
    decoded(part),
    // As escaped in JSON.
    part.replaceAll('/', String.raw`\/`),
  ]);
  return [...new Set(spelled)];
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
