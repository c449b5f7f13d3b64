import type { Answer, CappedBody } from '#platform/net/read-capped.js';
import { forgeTexts } from '#protocol/texts/forges.js';

const bytesPerMb = 1024 * 1024;
/** Of an answer. */
const mostBytes = 16 * bytesPerMb;
/** Of a log that is longer. */
const logBytes = bytesPerMb;

/**
 * The body of an answer, bounded: what matters of a log stands at its end, which is kept.
 * @throws if anything else is too long
 */
export async function endOrWhole({ body, headers }: Answer): Promise<CappedBody> {
  const isLog = headers.get('content-type')?.startsWith('text/plain') === true;
  let kept: Uint8Array[] = [];
  let bytes = 0;
  let truncated = false;
  for await (const chunk of body ?? []) {
    kept.push(chunk);
    bytes += chunk.length;
    if (bytes <= mostBytes) continue;
    if (!isLog) throw new Error(forgeTexts.tooMuch(mostBytes / bytesPerMb));
    const end = Buffer.concat(kept).subarray(-logBytes);
    kept = [end];
    bytes = end.length;
    truncated = true;
  }
  return { body: Buffer.concat(kept), truncated };
}
