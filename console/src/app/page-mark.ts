import { pageMark } from '#protocol/texts/http.js';

/** A request of the page, which the service tells from those of other programs. */
export const fetchAsPage: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set(pageMark.header, '1');
  return fetch(input, { ...init, headers });
};

/** A socket of the page. */
export class PageSocket extends WebSocket {
  constructor(url: string) {
    const marked = new URL(url);
    marked.searchParams.set(pageMark.query, '1');
    super(marked);
  }
}
