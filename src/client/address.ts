/** Where an office listens and what it wants to see first. */
export interface OfficeAddress {
  /** `http://` or `https://`, with the path it is under if there is one, without a slash at the end. */
  readonly url: string;
  /** What `OFFICE_API_TOKEN` of the service says, if it says anything. */
  readonly token?: string;
}

/** An address as text stands for one without a token. */
export function addressOf(address: OfficeAddress | string): OfficeAddress {
  const { url, token } = typeof address === 'string' ? { url: address } : address;
  const [place = ''] = url.split(/[?#]/, 1);
  return { url: withoutSlashes(place), ...(token && { token }) };
}

function withoutSlashes(url: string): string {
  return url.endsWith('/') ? withoutSlashes(url.slice(0, -1)) : url;
}

/** The socket of the office; `since` asks for what was missed after that event of the history. */
export function socketUrl({ url, token }: OfficeAddress, since?: number, history?: string): string {
  const query = new URLSearchParams();
  if (since !== undefined) query.set('since', String(since));
  if (since !== undefined && history !== undefined) query.set('history', history);
  // A browser cannot send a header with the upgrade.
  if (token !== undefined) query.set('token', token);
  const text = query.size === 0 ? '' : `?${query.toString()}`;
  return `${url.replace(/^http/, 'ws')}/ws${text}`;
}
