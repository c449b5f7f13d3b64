import { forgeTexts } from '#protocol/texts/forges.js';

const bytesPerMb = 1024 * 1024;
/** Of an answer. */
const mostBytes = 16 * bytesPerMb;
/** Of a log that is longer. */
const logBytes = bytesPerMb;

/** Longest wait for an answer, ms. */
export const answerMs = 30_000;

interface Answer {
  readonly body: AsyncIterable<Uint8Array> | null;
  readonly headers: Headers;
}

/**
 * The body of an answer, bounded: what matters of a log stands at its end, which is kept.
 * @throws if anything else is too long
 */
export async function bytesOf({ body, headers }: Answer): Promise<Buffer> {
  const isLog = headers.get('content-type')?.startsWith('text/plain') === true;
  let kept: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    kept.push(chunk);
    bytes += chunk.length;
    if (bytes <= mostBytes) continue;
    if (!isLog) throw new Error(forgeTexts.tooMuch(mostBytes / bytesPerMb));
    const end = Buffer.concat(kept).subarray(-logBytes);
    kept = [end];
    bytes = end.length;
  }
  return Buffer.concat(kept);
}
