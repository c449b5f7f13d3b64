import { Office } from '#client/office.js';
import { OfficeRefusal, UnknownProtocol } from '#client/errors.js';
import { rightsTexts } from '#protocol/texts/rights.js';
import { httpTexts } from '#protocol/texts/http.js';
import { baseAddress } from './base-address.js';
import { fetchAsPage, PageSocket } from './page-mark.js';
import { keep, kept } from './storage.js';
import type { ConnectionStatus } from '#client/socket/connection.js';

/** `silence`: no server answers; `no-socket`: the answering server opens no socket. */
export type Trouble = 'silence' | 'no-socket';

/** State of the connection to the service. */
export type Session =
  | { readonly phase: 'connecting'; readonly trouble: Trouble | null }
  /** `isRefused`: the page had a token, which the service refused. */
  | { readonly phase: 'token'; readonly isRefused: boolean }
  | { readonly phase: 'failed'; readonly error: Error }
  | { readonly phase: 'ready'; readonly office: Office };

/** Key of this office's token: another office may be under another path of the same host. */
const tokenKey = `office-token${new URL(baseAddress).pathname.replace(/^\/$/, '')}`;

/**
 * Connects to the service that served the page and reports the state. The token is kept in the
 * tab's session storage. Returns a function that ends the session.
 */
export function openSession(tell: (session: Session) => void): () => void {
  const abort = new AbortController();
  const token = kept('session', tokenKey);
  const fail = (thrown: unknown) => {
    if (abort.signal.aborted) return;
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    if (isTokenMissing(error) && isHeld) return;
    if (isTokenMissing(error)) tell({ phase: 'token', isRefused: token !== null });
    else tell({ phase: 'failed', error });
  };
  tell({ phase: 'connecting', trouble: null });
  let isConnecting = true;
  const slow = setTimeout(() => {
    void troubleNow().then((trouble) => isConnecting && tell({ phase: 'connecting', trouble }));
  }, 1500);
  const stopWaiting = (): void => {
    isConnecting = false;
    clearTimeout(slow);
  };
  const address = { url: baseAddress, ...(token !== null && { token }) };
  const marked = { fetch: fetchAsPage, WebSocket: PageSocket };
  Office.connect(address, { signal: abort.signal, ...marked })
    .then((office) => {
      office.onStatus((status) => {
        const error = reasonOfEnd(status);
        if (error !== null) fail(error);
      });
      tell({ phase: 'ready', office });
    })
    .catch(fail)
    .finally(stopWaiting);
  return () => {
    stopWaiting();
    abort.abort();
  };
}

let isHeld = false;

/** While held, the page stays even without a token, because it is about to show a new one. */
export function holdSession(held: boolean): void {
  isHeld = held;
}

/** Keeps the token until the tab is closed; null removes it. */
export function keepToken(token: string | null): void {
  keep('session', tokenKey, token);
}

export function isProtocolMismatch(error: Error): boolean {
  return error instanceof UnknownProtocol;
}

function isTokenMissing(error: Error): boolean {
  const wanted: readonly string[] = [httpTexts.tokenRequired, rightsTexts.tokenRequired];
  return error instanceof OfficeRefusal && wanted.includes(error.message);
}

/**
 * The setting to add when the service rejects the origin of its own page; null for any other error.
 */
export function toTrustPage(error: Error): string | null {
  return error.message === httpTexts.crossOrigin ? httpTexts.toTrustPage(location.origin) : null;
}

async function troubleNow(): Promise<Trouble> {
  const answer = await fetch(`${baseAddress}/livez`).catch(() => null);
  return answer?.ok ? 'no-socket' : 'silence';
}

function reasonOfEnd(status: ConnectionStatus): Error | null {
  return status.phase === 'closed' ? status.error : null;
}
