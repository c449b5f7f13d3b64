/** As undici and Node have it. */
interface Answer {
  readonly body: AsyncIterable<Uint8Array> | null;
}

interface CappedBody {
  readonly body: Buffer;
  readonly truncated: boolean;
}

/**
 * The beginning of a body, at most `maxBytes`; the rest is never taken from the connection. Not
 * undici's `maxResponseSize`, which counts before decompression and answers with an error: what has
 * come until then is wanted here.
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
