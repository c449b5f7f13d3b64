import { Office } from '../../../src/client/office.js';
import { OfficeRefusal, UnknownProtocol } from '../../../src/client/errors.js';
import type { ConnectionStatus } from '../../../src/client/socket/connection.js';

/** How far the page has come with the service. */
export type Session =
  | { readonly phase: 'connecting'; readonly attempt: number }
  | { readonly phase: 'token'; readonly reason: string | null }
  | { readonly phase: 'failed'; readonly error: Error }
  | { readonly phase: 'ready'; readonly office: Office };

const tokenKey = 'office-token';

/**
 * Connects to the service that served the page and tells how that goes. The token lives in the tab's
 * session storage. Answers how to end it.
 */
export function openSession(tell: (session: Session) => void): () => void {
  const abort = new AbortController();
  const token = sessionStorage.getItem(tokenKey);
  const fail = (thrown: unknown) => {
    if (abort.signal.aborted) return;
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    if (isTokenMissing(error))
      tell({ phase: 'token', reason: token === null ? null : error.message });
    else tell({ phase: 'failed', error });
  };
  tell({ phase: 'connecting', attempt: 0 });
  const slow = setTimeout(() => tell({ phase: 'connecting', attempt: 1 }), 1500);
  const address = { url: location.origin, ...(token !== null && { token }) };
  Office.connect(address, { signal: abort.signal })
    .then((office) => {
      office.onStatus((status) => {
        const error = reasonOfEnd(status);
        if (error !== null) fail(error);
      });
      tell({ phase: 'ready', office });
    })
    .catch(fail)
    .finally(() => clearTimeout(slow));
  return () => {
    clearTimeout(slow);
    abort.abort();
  };
}

/** Kept until the tab is closed; null forgets it. */
export function keepToken(token: string | null): void {
  if (token === null) sessionStorage.removeItem(tokenKey);
  else sessionStorage.setItem(tokenKey, token);
}

export function isProtocolMismatch(error: Error): boolean {
  return error instanceof UnknownProtocol;
}

function isTokenMissing(error: Error): boolean {
  return error instanceof OfficeRefusal && error.status === 403;
}

function reasonOfEnd(status: ConnectionStatus): Error | null {
  return status.phase === 'closed' ? status.error : null;
}
