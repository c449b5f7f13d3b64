import type { SocketFrame } from './socket-frame.js';

/** A delivery to more sockets that takes longer, ms, is followed by a rest. */
const fewSockets = 8;
const shortDeliveryMs = 0.5;

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
    firstSeq: Math.min(...frames.map(({ seq }) => seq ?? Infinity)),
  };
}

/**
 * Frames for every socket, in one order. They are delivered at once; but after a delivery to many
 * that took long, the next one comes no sooner than it took and has all that was added meanwhile:
 * one write for each socket. So deliveries leave half the time to others, however much happens.
 */
export class BroadcastQueue {
  private frames: SocketFrame[] = [];
  private rest: NodeJS.Timeout | undefined;
  private isOpen = true;

  constructor(
    private readonly sockets: { readonly size: number },
    private readonly deliver: (batch: FrameBatch) => void,
  ) {}

  /** Those that were not delivered yet, in the order in which they were added. */
  get waiting(): readonly SocketFrame[] {
    return this.frames;
  }

  add(frame: SocketFrame): void {
    if (!this.isOpen) return;
    this.frames.push(frame);
    if (this.rest === undefined) this.flush();
  }

  /** Delivers what waits and takes no more. */
  close(): void {
    this.flush();
    this.isOpen = false;
    clearTimeout(this.rest);
  }

  private flush(): void {
    if (this.frames.length === 0) return;
    const begun = performance.now();
    const batch = batchOf(this.frames);
    this.frames = [];
    this.deliver(batch);
    const tookMs = performance.now() - begun;
    if (this.sockets.size > fewSockets && tookMs > shortDeliveryMs) this.takeRest(tookMs);
  }

  private takeRest(ms: number): void {
    clearTimeout(this.rest);
    this.rest = setTimeout(() => {
      this.rest = undefined;
      this.flush();
    }, ms);
  }
}
