import { limits } from '../../protocol/limits.js';
import type { ServerEventType } from '../../protocol/events.js';

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
