import type { ServerEventType } from '../../protocol/events.js';
import { limits } from '../../protocol/limits.js';
import type { SocketFrame } from './socket-frame.js';

/**
 * Frames that a slow socket can miss, because the next whole state replaces them: streamed text and
 * earlier whole states.
 */
const dispensable: ReadonlySet<ServerEventType> = new Set([
  'turn.delta',
  'turn.reasoning',
  'hello',
  'office.updated',
  'org.updated',
  'settings.updated',
  'plugins.updated',
]);

type Admission = 'send' | 'drop' | 'close';

interface Backlog {
  /** Bytes not yet sent to the client. */
  readonly unsentBytes: number;
  /** True if something was dropped since the client was last up to date. */
  readonly lagging: boolean;
}

/** Decides what to do with one more frame for a socket. */
export function admit(type: ServerEventType, { unsentBytes, lagging }: Backlog): Admission {
  if (unsentBytes > limits.socketCloseBytes) return 'close';
  const behind = lagging || unsentBytes > limits.socketDropBytes;
  return behind && dispensable.has(type) ? 'drop' : 'send';
}

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
