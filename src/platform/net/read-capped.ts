import type { Response } from 'undici';

export interface CappedBody {
  readonly body: Buffer;
  readonly truncated: boolean;
}

/** The beginning of a body, at most `maxBytes`; the rest is never taken from the connection. */
export async function readCapped(response: Response, maxBytes: number): Promise<CappedBody> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  const stream: AsyncIterable<Uint8Array> | null = response.body;
  for await (const chunk of stream ?? []) {
    chunks.push(chunk);
    total += chunk.byteLength;
    if (total > maxBytes) break;
  }
  const body = Buffer.concat(chunks).subarray(0, maxBytes);
  return { body, truncated: total > maxBytes };
}
