import type { ServerEventType } from '../../protocol/events.js';
import { limits } from '../../protocol/limits.js';
import type { SocketFrame } from './socket-frame.js';

/**
 * Frames that a socket which has fallen behind can do without, because the next whole state makes
 * up for them: streamed text, and earlier whole states.
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
  /** Bytes that have not left for the client yet. */
  readonly unsentBytes: number;
  /** Whether something has been dropped since the client was last up to date. */
  readonly lagging: boolean;
}

/** What to do with one more frame for a socket. */
export function admit(type: ServerEventType, { unsentBytes, lagging }: Backlog): Admission {
  if (unsentBytes > limits.socketCloseBytes) return 'close';
  const behind = lagging || unsentBytes > limits.socketDropBytes;
  return behind && dispensable.has(type) ? 'drop' : 'send';
}

/** More bytes than this do not wait for a replay to end. */
const mostHeldBytes = 1024 * 1024;

/**
 * Live frames that wait for a replay to end. Beyond 1 MiB the numbered ones are left to the log, from
 * which the replay reads them in turn, so that what waits is bounded however long a replay takes.
 */
export class HeldFrames {
  private frames: SocketFrame[] = [];
  private heldBytes = 0;
  private leftTo = 0;

  /** The log has to be read to this number; 0: nothing was left to it. */
  get lastLeftToLog(): number {
    return this.leftTo;
  }

  /** False: what waited, and what follows, is made up for by the log and a whole state. */
  add(frame: SocketFrame): boolean {
    this.frames.push(frame);
    this.heldBytes += frame.bytes.length;
    if (this.leftTo === 0 && this.heldBytes <= mostHeldBytes) return true;
    this.leftTo = this.frames.reduce((last, { seq = 0 }) => Math.max(last, seq), this.leftTo);
    this.frames = [];
    this.heldBytes = 0;
    return false;
  }

  /** What waited, in order. */
  take(): readonly SocketFrame[] {
    return this.frames;
  }
}
