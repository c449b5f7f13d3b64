import type { FetchOptions, GuardedFetch } from '../../platform/net/guarded-fetch.js';
import { publicInternet } from '../../platform/net/network-access.js';

/** How the web tools reach the network: a fetch that is guarded. */
export type PageFetcher = Pick<GuardedFetch, 'get'>;

/** Bytes of a page that are read at most. */
export const maxPageBytes = 2_000_000;

/** Some sites answer browsers only. */
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** The bounds of the web tools. */
export function webToolBounds(signal: AbortSignal): FetchOptions {
  return {
    access: publicInternet,
    timeoutMs: 15_000,
    maxRedirects: 5,
    maxBytes: maxPageBytes,
    headers: { 'user-agent': userAgent, 'accept-language': 'en,*;q=0.5' },
    signal,
  };
}
