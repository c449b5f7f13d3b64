import { Injectable, type OnModuleInit, SetMetadata } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { type MarkedMethod, markedMethods, providersOf } from '../marked-methods.js';
import type { HandledCommandType } from '../../protocol/commands.js';
import type { ServerEvent } from '../../protocol/events.js';
import type { Actor } from '../actors/actor.js';
import { type Widening, wideningOf } from '../http/widening-rights.js';
import { isShapeClass, validateShape } from '../validation/validate-shape.js';

/** A stored event: the frame as originally sent. */
export interface StoredFrame {
  readonly payloadJson: string;
}

export interface NumberedFrame extends StoredFrame {
  readonly seq: number;
}

/** The socket that sent a command, as handlers see it. */
export interface SocketClient {
  readonly id: string;
  /** The author of its commands. */
  readonly actor: Actor;
  /** Identity of the client; ids of its commands mean nothing to others. */
  readonly asker: string;
  /** Origin of the page that opened it, if that may not widen rights; null: it may. */
  readonly unlistedOrigin: string | null;
  /** True: a program that this service started has opened it. */
  startedHere(): Promise<boolean>;
  /** Sends to this socket only. */
  send(event: ServerEvent): void;
  /** Sends the whole state: at once, or after a replay that has sent later events. */
  sendHello(): Promise<void>;
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

const socketCommandKey = Symbol('socket command');

export interface CommandOptions {
  /** Derives the result for a client that gave an id; absent: the whole answer. */
  readonly result?: (answer: never, payload: never) => unknown;
  /** The event that carries the answer to the asking socket, with or without an id. */
  readonly reply?: 'plan.reply';
  /** The command changes nothing and is carried out on every arrival. */
  readonly isRead?: true;
}

interface CommandMark {
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

export type CommandPayload = Readonly<Record<string, unknown>>;

export interface Registration {
  readonly type: HandledCommandType;
  /** `Class.method`, for messages. */
  readonly name: string;
  readonly options: CommandOptions;
  /** Undefined: not classified. */
  readonly widening: Widening | undefined;
  /** Converts the payload for the handler. @throws RefusedError if its shape is wrong */
  readonly check: (payload: CommandPayload) => unknown;
  readonly run: (checked: unknown, client: SocketClient) => unknown;
}

/**
 * Finds every `@SocketCommand` method at start. The boot fails if two methods handle one command.
 */
@Injectable()
export class CommandRegistry implements OnModuleInit {
  private readonly registrations = new Map<string, Registration>();

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    for (const provider of providersOf(this.discovery)) {
      for (const marked of markedMethods<CommandMark>(provider, socketCommandKey)) {
        this.add(registrationOf(marked));
      }
    }
  }

  /** Undefined if the command has no handler. */
  find(type: string): Registration | undefined {
    return this.registrations.get(type);
  }

  all(): readonly Registration[] {
    return [...this.registrations.values()];
  }

  private add(registration: Registration): void {
    const { type, name } = registration;
    const other = this.registrations.get(type);
    if (other !== undefined) {
      throw new Error(`${other.name} and ${name} both handle the command "${type}"`);
    }
    this.registrations.set(type, registration);
  }
}

function registrationOf({
  prototype,
  method,
  name,
  handler,
  mark,
}: MarkedMethod<CommandMark>): Registration {
  const [shape] = (Reflect.getMetadata('design:paramtypes', prototype, method) ?? []) as unknown[];
  return {
    ...mark,
    name,
    widening: wideningOf(Reflect.get(prototype, method) as object),
    check: (payload) => (isShapeClass(shape) ? validateShape(shape, payload) : payload),
    run: handler,
  };
}
