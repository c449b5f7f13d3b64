import { limits } from '../../protocol/limits.js';
import { socketTexts } from '../../protocol/texts/http.js';
import { parseJsonObject } from '../http/parse-json-object.js';
import type { CommandPayload } from './command-registry.js';

export interface CommandFrame {
  /** As sent; not necessarily a command that exists. */
  readonly type: string;
  readonly payload: CommandPayload;
  /** As sent; not necessarily an id. */
  readonly requestId: unknown;
}

/** Why a frame is no command. */
interface FrameRefusal {
  readonly refusal: string;
}

/** What a client's frame says. Frames are JSON objects in text; anything else is malformed. */
export function readFrame(data: Buffer, isBinary: boolean): CommandFrame | FrameRefusal {
  if (data.length > limits.requestBodyBytes) {
    return { refusal: socketTexts.frameTooLarge(limits.requestBodyBytes) };
  }
  // No bytes at all are an empty object to HTTP, but not to the socket.
  const object = isBinary || data.length === 0 ? null : parseJsonObject(data);
  if (object === null) return { refusal: socketTexts.malformed };
  const { type, requestId, ...payload } = object;
  return { type: nameOf(type), payload, requestId };
}

/** JSON, for what is no string, prints without running any code of the value. */
function nameOf(type: unknown): string {
  return typeof type === 'string' ? type : String(JSON.stringify(type));
}
