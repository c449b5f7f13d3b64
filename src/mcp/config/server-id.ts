import { createHash } from 'node:crypto';
import { serverIdPattern } from './mcp-server-config.js';

const mostCharacters = 40;

/** An id for a server with this name, distinct from those taken. */
export function idFrom(name: string, taken: ReadonlySet<string>): string {
  if (serverIdPattern.test(name)) return name;
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, mostCharacters);
  const mark = createHash('sha256').update(name).digest('hex').slice(0, 8);
  const id = plain === '' ? `server-${mark}` : plain;
  return taken.has(id) ? `${id}-${mark}` : id;
}
