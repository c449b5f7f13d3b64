import { readCapped } from '#platform/net/read-capped.js';
import { lookupTexts } from '#protocol/texts/models.js';

interface JsonRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Of the body, after decompression. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

interface JsonAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Reads from an address the operator configured: bounded in time and size, and without following
 * a redirect, which would carry the key elsewhere. Any status is an answer.
 * @throws Error when there is no answer, or too much of one
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

/** As `fetchText`, for an answer that has to be good JSON. */
export async function fetchJson(request: JsonRequest): Promise<unknown> {
  const { status, text } = await fetchText(request);
  if (status >= 400) throw new Error(lookupTexts.status(status));
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(lookupTexts.notJson, { cause });
  }
}
