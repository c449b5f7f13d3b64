/** A frame from a server (RFC 6455, 5.2): not masked, text in a single frame. */
export interface ReadFrame {
  readonly opcode: number;
  /** The kept beginning of the payload. */
  readonly payload: Buffer;
  readonly length: number;
}

const lengthOf16Bits = 126;
const lengthOf64Bits = 127;

/**
 * Reads frames from chunks. Keeps the beginning of each payload and skips the rest, so that a
 * measuring program can have hundreds of sockets.
 */
export class FrameReader {
  /** Bytes of an incomplete header or kept payload. */
  private rest: Buffer = Buffer.alloc(0);
  private toSkip = 0;

  constructor(
    private readonly keptBytes: number,
    private readonly onFrame: (frame: ReadFrame) => void,
  ) {}

  read(chunk: Buffer): void {
    const skipped = Math.min(this.toSkip, chunk.length);
    this.toSkip -= skipped;
    let bytes = chunk.subarray(skipped);
    if (this.rest.length > 0) bytes = Buffer.concat([this.rest, bytes]);
    let at = 0;
    for (let end; (end = this.readOne(bytes, at)) !== null;) at = end;
    this.toSkip += Math.max(0, at - bytes.length);
    this.rest = bytes.subarray(at);
  }

  /** @returns the position of the next frame, or null if more bytes are needed */
  private readOne(bytes: Buffer, at: number): number | null {
    const mark = bytes[at + 1];
    if (mark === undefined) return null;
    const start = at + (mark < lengthOf16Bits ? 2 : mark < lengthOf64Bits ? 4 : 10);
    if (bytes.length < start) return null;
    const length = lengthAt(bytes, at, mark);
    const kept = start + Math.min(length, this.keptBytes);
    if (bytes.length < kept) return null;
    const opcode = (bytes[at] ?? 0) & 0x0f;
    this.onFrame({ opcode, payload: bytes.subarray(start, kept), length });
    return start + length;
  }
}

function lengthAt(bytes: Buffer, at: number, mark: number): number {
  if (mark < lengthOf16Bits) return mark;
  return mark === lengthOf64Bits
    ? Number(bytes.readBigUInt64BE(at + 2))
    : bytes.readUInt16BE(at + 2);
}
