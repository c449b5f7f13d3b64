import { limits } from '../../protocol/limits.js';
import type { ServerEventType } from '../../protocol/events.js';

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
