import { SetMetadata } from '@nestjs/common';
import type { HandledCommandType } from '../../protocol/commands.js';
import type { ServerEvent } from '../../protocol/events.js';

/** A stored event: the frame as it was sent when it happened. */
export interface StoredFrame {
  readonly payloadJson: string;
}

/** The socket that asked, as a command sees it. */
export interface SocketClient {
  readonly id: string;
  /** Sends to this socket only. */
  send(event: ServerEvent): void;
  /** Sends the whole state. */
  sendHello(): void;
  /**
   * Sends pages of stored frames as they stand, at the pace of the reader: resolves once they have
   * left. False when the socket is gone.
   */
  sendStored(pages: AsyncIterable<readonly StoredFrame[]>): Promise<boolean>;
  /** Does work that sends stored frames; what is sent in turn meanwhile comes after them. */
  replay(work: () => Promise<void>): Promise<void>;
  /** Sends to this socket once every replay it asked for has ended. */
  sendInTurn(event: ServerEvent): void;
}

export const socketCommandKey = Symbol('socket command');

/**
 * Marks a method of any provider as the handler of a command: `(payload, client) => void | Promise`.
 * When the first parameter is typed with a shape class, the payload is checked against it. An
 * OfficeError becomes an `error` frame to the client; a command has no other private answer than
 * what it sends itself.
 */
export function SocketCommand(type: HandledCommandType): MethodDecorator {
  return SetMetadata(socketCommandKey, type);
}
