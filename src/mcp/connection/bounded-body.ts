import { mcpTexts } from '../../protocol/texts.js';
import { readInTime, type ReadingTimes } from './limited-reading.js';
import { reasonOf } from './reason-of.js';
import { standIn } from './stand-in.js';

/** What a body may take. */
export interface BodyLimits extends ReadingTimes {
  /** Of the whole body, or of one event of a stream. */
  readonly bytes: number;
}

type Bytes = ReadableStream<Uint8Array>;

/** The body, failing once it is larger or slower than allowed. */
export function boundedBody(body: Bytes, limits: BodyLimits): Bytes {
  return ReadableStream.from(limitedPieces(body, limits));
}

async function* limitedPieces(body: Bytes, limits: BodyLimits): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of readInTime(body, limits)) {
    bytes += piece.length;
    if (bytes > limits.bytes) throw new Error(mcpTexts.answerTooLarge(limits.bytes));
    yield piece;
  }
}

export interface EventStreamOptions {
  readonly limits: BodyLimits;
  /** The request this stream is to answer; null = it answers none. */
  readonly awaited: string | number | null;
  /** Puts the reason of a failure into words. */
  readonly explain: (reason: string) => string;
  /** Called once, when the stream is over, unless its reader left before. */
  readonly onEnd: () => void;
}

/**
 * A stream of events that cannot hang and cannot leave a question open: however it ends, the last
 * thing it says is an error for the request it was to answer, which a request that was answered
 * before ignores. The limit of bytes holds for each event, so a stream may be long.
 */
export function boundedEvents(body: Bytes, options: EventStreamOptions): Bytes {
  return ReadableStream.from(limitedEvents(body, options));
}

async function* limitedEvents(
  body: Bytes,
  { limits, awaited, explain, onEnd }: EventStreamOptions,
): AsyncGenerator<Uint8Array> {
  let reason: string = mcpTexts.streamEnded;
  const size = new EventSize(limits.bytes);
  try {
    for await (const piece of readInTime(body, limits)) {
      size.add(piece);
      yield piece;
    }
  } catch (error) {
    reason = reasonOf(error);
  }
  if (awaited !== null) yield closingEvent(awaited, explain(reason));
  onEnd();
}

const newline = 0x0a;
const carriageReturn = 0x0d;

/** Counts the bytes of the event that is coming in; a blank line ends it. */
class EventSize {
  private bytes = 0;
  private lineIsEmpty = true;

  constructor(private readonly maxBytes: number) {}

  /** @throws when the event has become too large. */
  add(piece: Uint8Array): void {
    for (const byte of piece) {
      this.bytes += 1;
      if (byte === newline) {
        if (this.lineIsEmpty) this.bytes = 0;
        this.lineIsEmpty = true;
      } else if (byte !== carriageReturn) this.lineIsEmpty = false;
    }
    if (this.bytes > this.maxBytes) throw new Error(mcpTexts.answerTooLarge(this.maxBytes));
  }
}

/** The blank line before it ends an event that was cut off. */
function closingEvent(id: string | number, message: string): Uint8Array {
  const data = JSON.stringify(standIn(id, message));
  return new TextEncoder().encode(`\n\nevent: message\ndata: ${data}\n\n`);
}
