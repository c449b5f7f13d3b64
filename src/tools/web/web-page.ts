import type { FetchOptions, GuardedFetch } from '../../platform/net/guarded-fetch.js';
import { publicInternet } from '../../platform/net/network-access.js';

/** The guarded fetch of the web tools. */
export type PageFetcher = Pick<GuardedFetch, 'get'>;

/** Bytes read of a page. */
export const maxPageBytes = 2_000_000;

/** Some sites answer browsers only. */
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** The limits of the web tools. */
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
