import type { SocketFrame } from './socket-frame.js';

/** Deliveries to this many sockets or fewer, or shorter than this, ms, need no rest. */
const fewSockets = 8;
const shortDeliveryMs = 0.5;

/** Bytes that end a rest early: the most that a socket takes in one write. */
const mostWaitingBytes = 512 * 1024;

interface BroadcastOptions {
  readonly deliver: (batch: FrameBatch) => void;
  /** Called after each delivery; frames added then come after its rest. */
  readonly delivered: () => void;
}

/** Frames in order, and their bytes as one write. */
export interface FrameBatch {
  readonly frames: readonly SocketFrame[];
  readonly bytes: Buffer;
  /** The lowest event number among them; Infinity if none is numbered. */
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
 * Frames for all sockets, in one order. They are delivered at once; but after a slow delivery to
 * many sockets the next one waits as long as that took and includes everything added meanwhile, as
 * one write per socket. So deliveries use at most half the time, unless more is added than fits
 * into one write.
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

  /** Frames not delivered yet, in order. */
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

  /** Delivers waiting frames and accepts no more. */
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
