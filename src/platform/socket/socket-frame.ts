import { constants, deflateRawSync } from 'node:zlib';
import type { ServerEvent, ServerEventType } from '../../protocol/events.js';
import { memoizeByObject } from '../memoize-by-object.js';
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
/** Set in the first byte of a deflated message (RFC 7692, 6). */
const deflatedBit = 0x40;
const shortMost = 125;
const lengthOf16Bits = 126;
const lengthOf64Bits = 127;

/** A server's text message: a single unmasked frame (RFC 6455, 5.2). */
export function textFrame(payload: Buffer): Buffer {
  return Buffer.concat([frameHeader(payload.length), payload]);
}

/** A larger frame is not deflated: that would hold up the other sockets. */
const mostDeflated = 1024 * 1024;
/** Every deflated message would end with these bytes, which are left out (RFC 7692, 7.2.1). */
const emptyBlock = Buffer.from([0x00, 0x00, 0xff, 0xff]);
const deflating = { finishFlush: constants.Z_SYNC_FLUSH };

/**
 * The same frame for a socket that takes deflated messages (RFC 7692). It refers to no message
 * before it, so that all sockets share its bytes.
 */
export const deflatedFrame = memoizeByObject(({ bytes }: SocketFrame): Buffer => {
  if (bytes.length > mostDeflated) return bytes;
  const whole = deflateRawSync(payloadIn(bytes), deflating);
  const payload = whole.subarray(0, -emptyBlock.length);
  return Buffer.concat([frameHeader(payload.length, wholeText | deflatedBit), payload]);
});

/** The payload of a whole frame of this module. */
function payloadIn(bytes: Buffer): Buffer {
  const length = bytes[1] ?? 0;
  if (length <= shortMost) return bytes.subarray(2);
  return bytes.subarray(length === lengthOf16Bits ? 4 : 10);
}

function frameHeader(length: number, first = wholeText): Buffer {
  if (length <= shortMost) return Buffer.from([first, length]);
  const isMedium = length <= 0xffff;
  const header = Buffer.alloc(isMedium ? 4 : 10);
  header[0] = first;
  header[1] = isMedium ? lengthOf16Bits : lengthOf64Bits;
  if (isMedium) header.writeUInt16BE(length, 2);
  else header.writeBigUInt64BE(BigInt(length), 2);
  return header;
}

function payloadOf(event: ServerEvent): Buffer {
  const hasState = event.type === 'hello' || event.type === 'office.updated';
  return hasState ? stateJson(event) : Buffer.from(serialize(event));
}
