import { readCapped } from '#platform/net/read-capped.js';
import { lookupTexts } from '#protocol/texts/models.js';

interface JsonRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Limit of the decompressed body. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

interface JsonAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Fetches from an operator's address, limited in time and size, without redirects, which would leak
 * the key. Any status is an answer.
 * @throws Error if there is no answer, or it is too large
 */
export async function fetchText(request: JsonRequest): Promise<JsonAnswer> {
  const { url, headers, timeoutMs, maxBytes, signal } = request;
  const deadline = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, {
    headers: { accept: 'application/json', ...headers },
    redirect: 'error',
    signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
  });
  const { body, truncated } = await readCapped(response, maxBytes);
  if (truncated) throw new Error(lookupTexts.tooLarge(maxBytes));
  return { status: response.status, text: body.toString('utf8') };
}

/** Like `fetchText`, for an answer that must be valid JSON. */
export async function fetchJson(request: JsonRequest): Promise<unknown> {
  const { status, text } = await fetchText(request);
  if (status >= 400) throw new Error(lookupTexts.status(status));
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(lookupTexts.notJson, { cause });
  }
}
