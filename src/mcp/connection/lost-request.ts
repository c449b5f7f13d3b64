import { causesOf, messageOf } from '../../platform/errors/error-text.js';

/** A request whose connection ended, at a server that still answers others. */
export class LostRequest extends Error {
  constructor(thrown: unknown) {
    super(messageOf(thrown), { cause: (thrown as Partial<Error>).cause });
    this.name = 'LostRequest';
  }
}

const codesOfLostConnections: readonly unknown[] = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/** Whether a connection ended that was there: servers and proxies close idle ones at any moment. */
export function isConnectionLost(thrown: unknown): boolean {
  return causesOf(thrown).some(({ code }) => codesOfLostConnections.includes(code));
}

/** Whether it makes no difference that a message arrives twice. */
export function isRepeatable(body: unknown): boolean {
  if (typeof body !== 'string') return true;
  const { method } = JSON.parse(body) as { readonly method?: string };
  return method === 'tools/list' || method === 'ping';
}

/** Asks nothing of a server but an answer. */
export const pingBody = JSON.stringify({ jsonrpc: '2.0', id: 'still-there', method: 'ping' });
