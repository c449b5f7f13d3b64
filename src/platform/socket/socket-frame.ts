import type { ServerEvent, ServerEventType } from '../../protocol/events.js';
import { serialize } from '../events/serialize.js';
import { stateJson } from './state-json.js';

/** An event as sent: serialised once, the same bytes for every socket. */
export interface SocketFrame {
  readonly type: ServerEventType;
  /** Undefined for events without a number. */
  readonly seq: number | undefined;
  /** The complete WebSocket frame, including its header. */
  readonly bytes: Buffer;
}

export function frameOf(event: ServerEvent): SocketFrame {
  return { type: event.type, seq: event.seq, bytes: textFrame(payloadOf(event)) };
}

/**
 * First byte of an unfragmented text message, and the marks of extended lengths (RFC 6455, 5.2).
 */
const wholeText = 0x81;
const shortMost = 125;
const lengthOf16Bits = 126;
const lengthOf64Bits = 127;

/** A server's text message: a single unmasked frame (RFC 6455, 5.2). */
export function textFrame(payload: Buffer): Buffer {
  return Buffer.concat([frameHeader(payload.length), payload]);
}

function frameHeader(length: number): Buffer {
  if (length <= shortMost) return Buffer.from([wholeText, length]);
  const isMedium = length <= 0xffff;
  const header = Buffer.alloc(isMedium ? 4 : 10);
  header[0] = wholeText;
  header[1] = isMedium ? lengthOf16Bits : lengthOf64Bits;
  if (isMedium) header.writeUInt16BE(length, 2);
  else header.writeBigUInt64BE(BigInt(length), 2);
  return header;
}

function payloadOf(event: ServerEvent): Buffer {
  const hasState = event.type === 'hello' || event.type === 'office.updated';
  return hasState ? stateJson(event) : Buffer.from(serialize(event));
}
