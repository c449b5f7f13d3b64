import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { z } from 'zod';
import { parsedOrUndefined } from '../../platform/text/foreign-json.js';

const answer = z.looseObject({
  id: z.union([z.string(), z.number()]),
  method: z.undefined().optional(),
});

/** The longest wait that a server can ask for before its stream is taken up again. */
const maxRetryMs = 30_000;

const defaultRetryMs = 1000;

/** What goes by in a stream of events, as far as it must be known to go on behind it. */
export class SeenEvents {
  /** Of the last whole event that has one; null = the stream cannot be taken up again. */
  lastId: string | null = null;
  /** Whole events so far. */
  count = 0;
  isAnswered = false;
  private askedRetryMs = defaultRetryMs;
  private decoder = new TextDecoder();
  private readonly parser = createParser({
    onEvent: (event) => this.see(event),
    onRetry: (ms) => (this.askedRetryMs = ms),
  });

  /** @param awaited id of the request the stream is to answer; null = it answers none */
  constructor(private readonly awaited: string | number | null) {}

  /** As the server asked for it, at most half a minute. */
  get retryMs(): number {
    return Math.min(this.askedRetryMs, maxRetryMs);
  }

  add(piece: Uint8Array): void {
    this.parser.feed(this.decoder.decode(piece, { stream: true }));
  }

  /** An event that was cut off does not count: it will come again. */
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
