import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { z } from 'zod';
import { parsedOrUndefined } from '../../platform/text/foreign-json.js';

const answer = z.looseObject({
  id: z.union([z.string(), z.number()]),
  method: z.undefined().optional(),
});

/** Longest wait that a server can request before its stream is resumed. */
const maxRetryMs = 30_000;

const defaultRetryMs = 1000;

/** Tracks a stream's events, so that it can be resumed. */
export class SeenEvents {
  /** Id of the last complete event with one; null = not resumable. */
  lastId: string | null = null;
  /** Number of complete events. */
  count = 0;
  isAnswered = false;
  private askedRetryMs = defaultRetryMs;
  private decoder = new TextDecoder();
  private readonly parser = createParser({
    onEvent: (event) => this.see(event),
    onRetry: (ms) => (this.askedRetryMs = ms),
  });

  /** @param awaited id of the request that the stream answers; null = none */
  constructor(private readonly awaited: string | number | null) {}

  /** As requested by the server, at most half a minute. */
  get retryMs(): number {
    return Math.min(this.askedRetryMs, maxRetryMs);
  }

  add(piece: Uint8Array): void {
    this.parser.feed(this.decoder.decode(piece, { stream: true }));
  }

  /** Drops an incomplete event, which will be sent again. */
  cutOff(): void {
    this.parser.reset();
    this.decoder = new TextDecoder();
  }

  private see({ id, data }: EventSourceMessage): void {
    this.count += 1;
    if (id !== undefined) this.lastId = id === '' ? null : id;
    if (this.awaited !== null && data !== '') this.isAnswered ||= this.answers(data);
  }

  private answers(data: string): boolean {
    return answer.safeParse(parsedOrUndefined(data)).data?.id === this.awaited;
  }
}
