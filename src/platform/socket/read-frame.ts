import { limits } from '../../protocol/limits.js';
import { socketTexts } from '../../protocol/texts/http.js';
import { parseJsonObject } from '../http/parse-json-object.js';
import type { CommandPayload } from './command-registry.js';

export interface CommandFrame {
  /** As sent; possibly an unknown command. */
  readonly type: string;
  readonly payload: CommandPayload;
  /** As sent; possibly not a valid id. */
  readonly requestId: unknown;
}

/** Why a frame is not a command. */
interface FrameRefusal {
  readonly refusal: string;
}

/** Parses a client's frame, a JSON object as text; anything else is refused. */
export function readFrame(data: Buffer, isBinary: boolean): CommandFrame | FrameRefusal {
  if (data.length > limits.requestBodyBytes) {
    return { refusal: socketTexts.frameTooLarge(limits.requestBodyBytes) };
  }
  // Empty data is an empty object over HTTP, but not on the socket.
  const object = isBinary || data.length === 0 ? null : parseJsonObject(data);
  if (object === null) return { refusal: socketTexts.malformed };
  const { type, requestId, ...payload } = object;
  return { type: nameOf(type), payload, requestId };
}

/** JSON, because printing a value must not run its code. */
function nameOf(type: unknown): string {
  return typeof type === 'string' ? type : String(JSON.stringify(type));
}
