import { within } from '../../platform/process/within.js';
import { mcpTexts } from '../../protocol/texts/mcp.js';

/** Time limits of reading a body. Absent: no limit. */
export interface ReadingTimes {
  /** Between two pieces. */
  readonly silentMs?: number;
  readonly wholeMs?: number;
}

/**
 * The pieces of a body as they arrive.
 * @throws at a time limit, or if the body breaks.
 */
export async function* readInTime(
  body: ReadableStream<Uint8Array>,
  times: ReadingTimes,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const { silentMs = Infinity, wholeMs = Infinity } = times;
  const dueAt = performance.now() + wholeMs;
  try {
    for (;;) {
      const left = Math.max(dueAt - performance.now(), 0);
      const reading = reader.read();
      const read = await (silentMs === Infinity && left === Infinity
        ? reading
        : within(Math.min(silentMs, left), reading));
      if (read === undefined) {
        throw new Error(
          silentMs < left ? mcpTexts.streamSilent(silentMs) : mcpTexts.streamTooLong(wholeMs),
        );
      }
      if (read.done) return;
      yield read.value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
