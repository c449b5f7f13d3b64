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
  /** Where it comes from; what it gives its commands for ids means nothing to others. */
  readonly asker: string;
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

export interface CommandOptions {
  /** What of the handler's answer is the result for a client that gave an id; absent: all of it. */
  readonly result?: (answer: never, payload: never) => unknown;
  /** The event that tells the asking socket the answer, whether or not it gave an id. */
  readonly reply?: 'plan.reply';
  /** It changes nothing, and is carried out whenever it comes. */
  readonly isRead?: true;
}

export interface CommandMark {
  readonly type: HandledCommandType;
  readonly options: CommandOptions;
}

/** For a command whose success says it all. */
export const done: CommandOptions = { result: () => ({ ok: true }) };

/** The same for one that changes nothing. */
export const readDone: CommandOptions = { ...done, isRead: true };

/**
 * Marks a method of any provider as the handler of a command: `(payload, client) => answer`. When
 * the first parameter is typed with a shape class, the payload is checked against it. An OfficeError
 * becomes an `error` frame to the client, and the answer a `command.done` to one that gave an id. A
 * handler whose transaction concludes something answers the same.
 */
export function SocketCommand(
  type: HandledCommandType,
  options: CommandOptions = {},
): MethodDecorator {
  const mark: CommandMark = { type, options };
  return SetMetadata(socketCommandKey, mark);
}
