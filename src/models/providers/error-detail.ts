import { z } from 'zod';
import { providerTexts } from '../../protocol/texts/models.js';
import { lenient } from '../../platform/text/foreign-fields.js';
import { parsedOrUndefined } from '../../platform/text/foreign-json.js';

const text = lenient(z.string().min(1));

const refusal = z
  .object({
    error: lenient(z.union([z.string(), z.object({ message: text })])),
    message: text,
    detail: text,
  })
  .catch({});

/**
 * A provider's error message on one line, shortened: the message of its JSON, else the text. A
 * repeated key is removed.
 */
export function errorDetail(body: string, most: number, key: string | null): string {
  const text = isPage(body) ? pageDetail(body) : (messageIn(body) ?? body);
  const safe = isInformative(key) ? text.replaceAll(key, '[key]') : text;
  return safe
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, most);
}

/** Characters of a page searched for its title. */
const mostOfPage = 20_000;

function isPage(body: string): boolean {
  return /^\s*<(?:!doctype|html|head|body|center|title|\?xml)\b/i.test(body.slice(0, 500));
}

/** Text about a web page that arrived instead of an answer. */
export function pageDetail(page: string): string {
  const beginning = page.slice(0, mostOfPage);
  const title = /<(title|h1)[^>]{0,200}>([^<]{1,200})/i.exec(beginning)?.[2] ?? '';
  return providerTexts.webPage(title.replaceAll(/\s+/g, ' ').trim());
}

/** Very short keys are not removed, because they would match ordinary words. */
function isInformative(key: string | null): key is string {
  return key !== null && key.length >= 8;
}

/** The message of an error body in any usual format; null if there is none. */
export function messageIn(body: unknown): string | null {
  const { error, message, detail } = refusal.parse(
    typeof body === 'string' ? parsedOrUndefined(body) : body,
  );
  const stated = typeof error === 'string' ? error : error?.message;
  return [stated, message, detail].find(Boolean) ?? null;
}
