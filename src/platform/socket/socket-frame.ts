import type { ServerEvent, ServerEventType } from '../../protocol/events.js';
import { serialize } from '../events/serialize.js';

/** An event as it goes out: made once, sent to every socket as the same bytes. */
export interface SocketFrame {
  readonly type: ServerEventType;
  /** Undefined for what is not numbered. */
  readonly seq: number | undefined;
  readonly bytes: Buffer;
}

export function frameOf(event: ServerEvent): SocketFrame {
  return { type: event.type, seq: event.seq, bytes: Buffer.from(serialize(event)) };
}
