import type { SocketFrame } from './socket-frame.js';

/** Bytes that may wait for the end of a replay. */
const mostHeldBytes = 1024 * 1024;

/**
 * Live frames that wait for the end of a replay. Beyond 1 MiB numbered frames are dropped and read
 * from the log by the replay, so memory is bounded however long the replay takes.
 */
export class HeldFrames {
  private frames: SocketFrame[] = [];
  private heldBytes = 0;
  private leftTo = 0;

  /** The replay must read the log up to this number; 0: nothing was dropped. */
  get lastLeftToLog(): number {
    return this.leftTo;
  }

  /** False: from here on the log and a whole state replace live frames. */
  add(frame: SocketFrame): boolean {
    this.frames.push(frame);
    this.heldBytes += frame.bytes.length;
    if (this.leftTo === 0 && this.heldBytes <= mostHeldBytes) return true;
    this.leftTo = this.frames.reduce((last, { seq = 0 }) => Math.max(last, seq), this.leftTo);
    this.frames = [];
    this.heldBytes = 0;
    return false;
  }

  /** The waiting frames, in order. */
  take(): readonly SocketFrame[] {
    return this.frames;
  }
}
