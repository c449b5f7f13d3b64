import type { FetchedPage } from '../../platform/net/guarded-fetch.js';
import { htmlText } from './html-text.js';

/** The text of a page, of whatever kind it is; null when it is no text. */
export function pageText({ body, contentType }: FetchedPage): string | null {
  if (body.includes(0) && !/charset=utf-16/i.test(contentType)) return null;
  const text = decode(body, contentType);
  return /\bx?html\b/i.test(contentType) ? htmlText(text) : text.trim();
}

function decode(body: Buffer, contentType: string): string {
  const charset = /charset="?([\w-]+)/i.exec(contentType)?.[1];
  try {
    return new TextDecoder(charset ?? 'utf-8').decode(body);
  } catch {
    return body.toString('utf8');
  }
}
