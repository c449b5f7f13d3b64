import { setTimeout as sleep } from 'node:timers/promises';
import type { MockProfile } from '#platform/config/office-config.js';

const naturalChunk = 12;
const naturalTotalMs = 100;
/** Without pacing a text arrives the way a fast network delivers it: in few large pieces. */
const unpacedChunk = 512;
const charactersPerToken = 4;

/** When the pieces of a text are due. */
interface Pace {
  readonly chunkCharacters: number;
  readonly firstMs: number;
  readonly betweenMs: number;
}

/**
 * Hands a text over piece by piece at the pace of the profile. Sets no timer at all when the
 * profile asks for no latency and no rate.
 * @throws whatever the signal was aborted with
 */
export async function streamText(
  text: string,
  profile: MockProfile,
  signal: AbortSignal,
  onPiece: (piece: string) => void,
): Promise<void> {
  const { chunkCharacters, firstMs, betweenMs } = paceOf(text.length, profile);
  const startedAt = performance.now() + firstMs;
  if (firstMs > 0) await sleep(firstMs, undefined, { signal });
  for (let at = 0, index = 0; at < text.length; at += chunkCharacters, index++) {
    const aheadMs = startedAt + index * betweenMs - performance.now();
    if (aheadMs >= 1) await sleep(aheadMs, undefined, { signal });
    signal.throwIfAborted();
    onPiece(text.slice(at, at + chunkCharacters));
  }
}

function paceOf(characters: number, { latencyMs, tokensPerSecond }: MockProfile): Pace {
  const firstMs = latencyMs ?? 0;
  if (tokensPerSecond !== null) {
    const betweenMs = (naturalChunk / charactersPerToken / tokensPerSecond) * 1000;
    return { chunkCharacters: naturalChunk, firstMs, betweenMs };
  }
  if (latencyMs !== null) return { chunkCharacters: unpacedChunk, firstMs, betweenMs: 0 };
  const chunks = Math.max(1, Math.ceil(characters / naturalChunk));
  const betweenMs = Math.min(6, Math.max(1, naturalTotalMs / chunks));
  return { chunkCharacters: naturalChunk, firstMs: betweenMs, betweenMs };
}
