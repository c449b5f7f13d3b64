import { setTimeout as sleep } from 'node:timers/promises';
import type { MockProfile } from '#platform/config/office-config.js';

const naturalChunk = 12;
const naturalTotalMs = 100;
/** Size of pieces without pacing, like those of a fast network. */
const unpacedChunk = 512;
const charactersPerToken = 4;

/** The timing of a text's pieces. */
interface Pace {
  readonly chunkCharacters: number;
  readonly firstMs: number;
  readonly betweenMs: number;
}

/**
 * Delivers a text piece by piece at the profile's pace. Uses no timer if the profile has neither
 * latency nor rate.
 * @throws the signal's abort reason
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
