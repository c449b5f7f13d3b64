const newline = 0x0a;

/** Bytes kept of each end of a dropped line. */
const keptBytes = 256;

const smallestBuffer = 4096;

/** A line that exceeded the limit and was dropped. */
export interface OversizedLine {
  readonly bytes: number;
  /** Its first and last characters. */
  readonly head: string;
  readonly tail: string;
}

/** Both ends of a line that was kept but is unusable. */
export function endsOf(line: string): Pick<OversizedLine, 'head' | 'tail'> {
  return { head: line.slice(0, keptBytes), tail: line.slice(-keptBytes) };
}

interface LineHandlers {
  /** Called with each line, without its end (LF or CRLF). */
  readonly line: (text: string) => void;
  readonly oversized: (line: OversizedLine) => void;
}

/**
 * Splits a stream of bytes into lines, holding at most `maxBytes` of an unfinished one; of a longer
 * line only its length and its two ends are reported.
 */
export class LineSplitter {
  /** The unfinished line, unless it is too long. */
  private buffer = Buffer.alloc(0);
  /** Bytes of the unfinished line, kept or not. */
  private bytes = 0;
  private dropped: { readonly head: Buffer; readonly tail: Buffer } | undefined;

  constructor(
    private readonly maxBytes: number,
    private readonly handlers: LineHandlers,
  ) {}

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      this.add(chunk.subarray(start, end));
      this.finish();
      start = end + 1;
    }
    if (start < chunk.length) this.add(chunk.subarray(start));
  }

  /** Ends the stream; a rest without a line end counts as a line. */
  flush(): void {
    if (this.bytes > 0) this.finish();
  }

  private add(piece: Buffer): void {
    if (this.dropped === undefined && this.bytes + piece.length <= this.maxBytes) this.keep(piece);
    else this.drop(piece);
    this.bytes += piece.length;
  }

  /** The buffer doubles when full, so that a line arriving byte by byte costs linear time. */
  private keep(piece: Buffer): void {
    const needed = this.bytes + piece.length;
    if (needed > this.buffer.length) {
      const size = Math.max(
        needed,
        Math.min(this.buffer.length * 2, this.maxBytes),
        smallestBuffer,
      );
      const grown = Buffer.alloc(size);
      this.buffer.copy(grown, 0, 0, this.bytes);
      this.buffer = grown;
    }
    piece.copy(this.buffer, this.bytes);
  }

  private drop(piece: Buffer): void {
    const known = this.dropped?.tail ?? this.buffer.subarray(0, this.bytes);
    const joined = Buffer.concat([known, piece]);
    const head = this.dropped?.head ?? Buffer.from(joined.subarray(0, keptBytes));
    this.dropped = { head, tail: Buffer.from(joined.subarray(-keptBytes)) };
    this.buffer = Buffer.alloc(0);
  }

  private finish(): void {
    const { bytes, dropped } = this;
    const text = this.buffer.toString('utf8', 0, dropped ? 0 : bytes);
    this.bytes = 0;
    this.dropped = undefined;
    if (this.buffer.length > smallestBuffer) this.buffer = Buffer.alloc(0);
    if (dropped === undefined) this.handlers.line(text.replace(/\r$/, ''));
    else {
      const { head, tail } = dropped;
      this.handlers.oversized({ bytes, head: head.toString('utf8'), tail: tail.toString('utf8') });
    }
  }
}
