import { lookupTexts } from '../../protocol/texts.js';

export interface JsonRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Of the body, after decompression. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

export interface JsonAnswer {
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
  return { status: response.status, text: await readBounded(response, maxBytes) };
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

async function readBounded(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of response.body ?? []) {
    total += (chunk as Uint8Array).byteLength;
    if (total > maxBytes) throw new Error(lookupTexts.tooLarge(maxBytes));
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks).toString('utf8');
}
