import { z } from 'zod';
import { messagesOfCauses } from '../../platform/errors/error-text.js';
import { within } from '../../platform/process/within.js';
import { jsonLimits, JsonMeter, parsedOrUndefined } from '../../platform/text/foreign-json.js';
import { mcpTexts } from '../../protocol/texts/mcp.js';
import { placeholder } from './placeholder.js';
import { SeenEvents } from './seen-events.js';

/** Limits of a body. */
interface BodyLimits extends ReadingTimes {
  /** Bytes of the whole body, or of one event of a stream. */
  readonly bytes: number;
}

type Bytes = ReadableStream<Uint8Array>;

/** A body that fails if it is too large, too slow, or has too much JSON. */
export function boundedBody(body: Bytes, limits: BodyLimits): Bytes {
  return ReadableStream.from(limitedPieces(body, limits));
}

async function* limitedPieces(body: Bytes, limits: BodyLimits): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  const meter = new JsonMeter();
  for await (const piece of readInTime(body, limits)) {
    bytes += piece.length;
    if (bytes > limits.bytes) throw new Error(mcpTexts.answerTooLarge(limits.bytes));
    meter.add(piece);
    if (meter.isTooMuch) throw new Error(mcpTexts.tooMuchJson(jsonLimits));
    yield piece;
  }
}

interface EventStreamOptions {
  readonly limits: BodyLimits;
  /** Id of the request that this stream answers; null = none. */
  readonly awaited: string | number | null;
  /** Words a failure. */
  readonly explain: (reason: string) => string;
  /**
   * Fetches the rest of an interrupted stream after the event with this id; absent: never resumed.
   * Waits as long as the server asked. Throws if there is no rest.
   */
  readonly resume?: (lastId: string, retryMs: number) => Promise<Bytes>;
  /** Called once at the end of the stream, unless its reader left earlier. */
  readonly onEnd: (seen: SeenEvents) => void;
}

/**
 * An event stream that cannot hang or leave a request open: it always ends with an error for its
 * request, which an answered request ignores. A stream without its answer is resumed if possible,
 * as long as each attempt brings an event. The limit of bytes applies per event, so a stream may be
 * long.
 */
export function boundedEvents(body: Bytes, options: EventStreamOptions): Bytes {
  return ReadableStream.from(limitedEvents(body, options));
}

async function* limitedEvents(
  body: Bytes,
  { limits, awaited, explain, resume, onEnd }: EventStreamOptions,
): AsyncGenerator<Uint8Array> {
  let reason: string = mcpTexts.streamEnded;
  let lost = true;
  const { wholeMs = Infinity } = limits;
  const dueAt = performance.now() + wholeMs;
  const seen = new SeenEvents(awaited);
  for (let rest: Bytes | null = body; rest !== null;) {
    const before: number = seen.count;
    const size = new EventSize(limits.bytes);
    const wholeLeft = dueAt - performance.now();
    try {
      for await (const piece of readInTime(rest, { ...limits, wholeMs: wholeLeft })) {
        size.add(piece);
        seen.add(piece);
        yield piece;
      }
      rest = null;
    } catch (error) {
      rest = null;
      reason = error instanceof TooMuch ? error.message : messagesOfCauses(error);
      lost = !(error instanceof TooMuch);
      if (!lost) break;
    }
    seen.cutOff();
    const isOpen = awaited !== null && !seen.isAnswered && seen.lastId !== null;
    if (!isOpen || resume === undefined || seen.count === before) break;
    yield blankLine;
    try {
      rest = await resume(seen.lastId ?? '', seen.retryMs);
    } catch (error) {
      reason = messagesOfCauses(error);
    }
  }
  if (awaited !== null) yield closingEvent(awaited, explain(reason), lost);
  onEnd(seen);
}

/** Ends an event that was cut off. */
const blankLine = new TextEncoder().encode('\n\n');

/** An event that would exceed the limits again. */
class TooMuch extends Error {}

const newline = 0x0a;
const carriageReturn = 0x0d;

/** Measures the current event; a blank line ends it. */
class EventSize {
  private bytes = 0;
  private lineIsEmpty = true;
  private meter = new JsonMeter();

  constructor(private readonly maxBytes: number) {}

  /** @throws if the event is too large. */
  add(piece: Uint8Array): void {
    let start = 0;
    for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, start)) {
      this.addToLine(piece.subarray(start, end + 1));
      if (this.lineIsEmpty) this.begin();
      this.lineIsEmpty = true;
      start = end + 1;
    }
    this.addToLine(piece.subarray(start));
  }

  private addToLine(part: Uint8Array): void {
    this.bytes += part.length;
    this.meter.add(part);
    if (part.some((byte) => byte !== newline && byte !== carriageReturn)) this.lineIsEmpty = false;
    if (this.bytes > this.maxBytes) throw new TooMuch(mcpTexts.answerTooLarge(this.maxBytes));
    if (this.meter.isTooMuch) throw new TooMuch(mcpTexts.tooMuchJson(jsonLimits));
  }

  private begin(): void {
    this.bytes = 0;
    this.meter = new JsonMeter();
  }
}

/** Preceded by a blank line, which ends an event that was cut off. */
function closingEvent(id: string | number, message: string, lost: boolean): Uint8Array {
  const data = JSON.stringify(placeholder(id, message, lost));
  return new TextEncoder().encode(`\n\nevent: message\ndata: ${data}\n\n`);
}

/** Time limits of reading a body. Absent: no limit. */
interface ReadingTimes {
  /** Between two pieces. */
  readonly silentMs?: number;
  readonly wholeMs?: number;
}

/**
 * The pieces of a body as they arrive.
 * @throws at a time limit, or if the body breaks.
 */
async function* readInTime(
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

const answer = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]),
  error: z.looseObject({ code: z.number(), message: z.string() }),
});

/** The error answer to a request in a body; null if there is none. */
export function errorAnswer(
  body: string,
  awaited: string | number | null,
): z.output<typeof answer> | null {
  if (awaited === null) return null;
  const read = answer.safeParse(parsedOrUndefined(body)).data;
  return read?.id === awaited ? read : null;
}
