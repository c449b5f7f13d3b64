/** Address of an office and its token. */
export interface OfficeAddress {
  /** `http://` or `https://`, with the path if any, without a trailing slash. */
  readonly url: string;
  /** `OFFICE_API_TOKEN` of the service, if set. */
  readonly token?: string;
}

/** A text is an address without a token. */
export function addressOf(address: OfficeAddress | string): OfficeAddress {
  const { url, token } = typeof address === 'string' ? { url: address } : address;
  const [place = ''] = url.split(/[?#]/, 1);
  return { url: withoutSlashes(place), ...(token && { token }) };
}

function withoutSlashes(url: string): string {
  return url.endsWith('/') ? withoutSlashes(url.slice(0, -1)) : url;
}

/** URL of the office's socket; `since` requests events missed after that number of the history. */
export function socketUrl({ url, token }: OfficeAddress, since?: number, history?: string): string {
  const query = new URLSearchParams();
  if (since !== undefined) query.set('since', String(since));
  if (since !== undefined && history !== undefined) query.set('history', history);
  // A browser cannot send a header with the upgrade.
  if (token !== undefined) query.set('token', token);
  const text = query.size === 0 ? '' : `?${query.toString()}`;
  return `${url.replace(/^http/, 'ws')}/ws${text}`;
}
