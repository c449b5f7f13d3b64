/** An answer of undici or of Node. */
export interface Answer {
  readonly body: AsyncIterable<Uint8Array> | null;
  readonly headers: Pick<Headers, 'get'>;
}

export interface CappedBody {
  readonly body: Buffer;
  readonly truncated: boolean;
}

/**
 * Reads at most `maxBytes` of a body and leaves the rest on the connection. Not undici's
 * `maxResponseSize`, which counts before decompression and throws instead of returning the
 * beginning.
 */
export async function readCapped(response: Answer, maxBytes: number): Promise<CappedBody> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    total += chunk.byteLength;
    if (total > maxBytes) break;
  }
  const body = Buffer.concat(chunks).subarray(0, maxBytes);
  return { body, truncated: total > maxBytes };
}
