import { pageMark } from '#protocol/texts/http.js';

/**
 * Sends a request marked as one of the page, so that the service can tell it from other programs'
 * requests.
 */
export const fetchAsPage: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set(pageMark.header, '1');
  return fetch(input, { ...init, headers });
};

/** A socket marked as one of the page. */
export class PageSocket extends WebSocket {
  constructor(url: string) {
    const marked = new URL(url);
    marked.searchParams.set(pageMark.query, '1');
    super(marked);
  }
}
