import type { Answer, CappedBody } from '#platform/net/read-capped.js';
import { clipStart } from '#platform/text/clip.js';
import { forgeTexts } from '#protocol/texts/forges.js';

const bytesPerMb = 1024 * 1024;
/** Most bytes of an answer. */
const mostBytes = 16 * bytesPerMb;
/** Bytes kept of a longer log. */
const logBytes = bytesPerMb;

/**
 * The body of an answer, bounded. Of a log the end is kept, which matters most. Any content type
 * except JSON counts as a log, because storages label logs differently.
 * @throws if a record is too long
 */
export async function endOrWhole({ body, headers }: Answer): Promise<CappedBody> {
  const isLog = headers.get('content-type')?.startsWith('application/json') !== true;
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

/** Most characters kept of a log. */
const keptOfLog = 200_000;

/** The end of a log, whatever bytes it has. */
export function endOfLog(log: string | ArrayBuffer): string {
  const text = typeof log === 'string' ? log : new TextDecoder().decode(log.slice(-logBytes));
  return clipStart(text, keptOfLog);
}
