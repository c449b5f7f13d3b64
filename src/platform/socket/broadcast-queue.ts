import type { SocketFrame } from './socket-frame.js';

/** Deliveries to so many sockets, or that take so long, ms, are not followed by a rest. */
const fewSockets = 8;
const shortDeliveryMs = 0.5;

/** More than this does not wait for the end of a rest: a socket takes as much in one write. */
const mostWaitingBytes = 512 * 1024;

interface BroadcastOptions {
  readonly deliver: (batch: FrameBatch) => void;
  /** After each delivery: what is added now comes after its rest, where it has one. */
  readonly delivered: () => void;
}

/** Frames in one order, and their bytes as one write. */
export interface FrameBatch {
  readonly frames: readonly SocketFrame[];
  readonly bytes: Buffer;
  /** The lowest number among them; Infinity when none is numbered. */
  readonly firstSeq: number;
}

export function batchOf(frames: readonly SocketFrame[]): FrameBatch {
  const [first] = frames;
  const isOne = first !== undefined && frames.length === 1;
  return {
    frames,
    bytes: isOne ? first.bytes : Buffer.concat(frames.map(({ bytes }) => bytes)),
    firstSeq: frames.reduce((least, { seq }) => Math.min(least, seq ?? Infinity), Infinity),
  };
}

/**
 * Frames for every socket, in one order. They are delivered at once; but after a delivery to many
 * that took long, the next one comes no sooner than it took and has all that was added meanwhile:
 * one write for each socket. So deliveries leave half the time to others, unless more happens than
 * fits into such a write.
 */
export class BroadcastQueue {
  private frames: SocketFrame[] = [];
  private waitingBytes = 0;
  private rest: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(
    private readonly sockets: { readonly size: number },
    private readonly options: BroadcastOptions,
  ) {}

  /** Those that were not delivered yet, in the order in which they were added. */
  get waiting(): readonly SocketFrame[] {
    return this.frames;
  }

  get isOpen(): boolean {
    return !this.closed;
  }

  add(frame: SocketFrame): void {
    if (this.closed) return;
    this.frames.push(frame);
    this.waitingBytes += frame.bytes.length;
    if (this.rest === undefined || this.waitingBytes > mostWaitingBytes) this.flush();
  }

  /** Delivers what waits and takes no more. */
  close(): void {
    this.closed = true;
    this.flush();
    clearTimeout(this.rest);
  }

  private flush(): void {
    if (this.frames.length === 0) return;
    const begun = performance.now();
    const { frames } = this;
    this.frames = [];
    this.waitingBytes = 0;
    this.options.deliver(batchOf(frames));
    const tookMs = performance.now() - begun;
    if (this.sockets.size > fewSockets && tookMs > shortDeliveryMs) this.takeRest(tookMs);
    this.options.delivered();
  }

  private takeRest(ms: number): void {
    clearTimeout(this.rest);
    this.rest = setTimeout(() => {
      this.rest = undefined;
      this.flush();
    }, ms);
  }
}
