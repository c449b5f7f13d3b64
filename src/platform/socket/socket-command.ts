import { SetMetadata } from '@nestjs/common';
import type { HandledCommandType } from '../../protocol/commands.js';
import type { ServerEvent } from '../../protocol/events.js';

/** A stored event: the frame as originally sent. */
export interface StoredFrame {
  readonly payloadJson: string;
}

/** The socket that sent a command, as handlers see it. */
export interface SocketClient {
  readonly id: string;
  /** Identity of the client; ids of its commands mean nothing to others. */
  readonly asker: string;
  /** Sends to this socket only. */
  send(event: ServerEvent): void;
  /** Sends the whole state. */
  sendHello(): void;
  /**
   * Sends pages of stored frames unchanged, at the reader's pace; resolves once they have left.
   * False if the socket is gone.
   */
  sendStored(pages: AsyncIterable<readonly StoredFrame[]>): Promise<boolean>;
  /** Runs work that sends stored frames; events sent in turn meanwhile follow them. */
  replay(work: () => Promise<void>): Promise<void>;
  /** Sends an event to this socket after all its replays have ended. */
  sendInTurn(event: ServerEvent): void;
}

export const socketCommandKey = Symbol('socket command');

export interface CommandOptions {
  /** Derives the result for a client that gave an id; absent: the whole answer. */
  readonly result?: (answer: never, payload: never) => unknown;
  /** The event that carries the answer to the asking socket, with or without an id. */
  readonly reply?: 'plan.reply';
  /** The command changes nothing and is carried out on every arrival. */
  readonly isRead?: true;
}

export interface CommandMark {
  readonly type: HandledCommandType;
  readonly options: CommandOptions;
}

/** For a command whose result is only its success. */
export const done: CommandOptions = { result: () => ({ ok: true }) };

/** The same for a command that changes nothing. */
export const readDone: CommandOptions = { ...done, isRead: true };

/**
 * Marks a method of any provider as a command's handler: `(payload, client) => answer`. If the
 * first parameter has a shape class, the payload is validated. An OfficeError becomes an `error`
 * frame; a client that gave an id gets the answer as `command.done`. If the handler's transaction
 * concludes with an answer, that one is sent.
 */
export function SocketCommand(
  type: HandledCommandType,
  options: CommandOptions = {},
): MethodDecorator {
  const mark: CommandMark = { type, options };
  return SetMetadata(socketCommandKey, mark);
}
