import { Injectable, type OnModuleInit, SetMetadata } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { HandledCommandType } from '../../protocol/commands.js';
import type { ServerEvent } from '../../protocol/events.js';
import { isShapeClass, validateShape } from '../validation/validate-shape.js';

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

const socketCommandKey = Symbol('socket command');

export interface CommandOptions {
  /** What of the handler's answer is the result for a client that gave an id; absent: all of it. */
  readonly result?: (answer: never, payload: never) => unknown;
  /** The event that tells the asking socket the answer, whether or not it gave an id. */
  readonly reply?: 'plan.reply';
  /** It changes nothing, and is carried out whenever it comes. */
  readonly isRead?: true;
}

interface CommandMark {
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

export type CommandPayload = Readonly<Record<string, unknown>>;

type Handler = (payload: unknown, client: SocketClient) => unknown;

export interface Registration {
  readonly type: string;
  /** `Class.method`, for people. */
  readonly name: string;
  readonly options: CommandOptions;
  /** The payload as the handler takes it. @throws RefusedError when its shape is wrong */
  readonly check: (payload: CommandPayload) => unknown;
  readonly run: (checked: unknown, client: SocketClient) => unknown;
}

/**
 * Finds every `@SocketCommand` method of the application when it starts. The boot fails when two
 * methods claim one command.
 */
@Injectable()
export class CommandRegistry implements OnModuleInit {
  private readonly registrations = new Map<string, Registration>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  onModuleInit(): void {
    const instances = this.discovery.getProviders().map(({ instance }) => instance as unknown);
    for (const instance of new Set(instances)) {
      if (typeof instance === 'object' && instance !== null) this.register(instance);
    }
  }

  /** Undefined for a command without a handler. */
  find(type: string): Registration | undefined {
    return this.registrations.get(type);
  }

  private register(instance: object): void {
    const prototype = Object.getPrototypeOf(instance) as object | null;
    for (const method of this.scanner.getAllMethodNames(prototype)) {
      const registration = describeMethod(instance, prototype ?? {}, method);
      if (registration !== null) this.add(registration);
    }
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

function describeMethod(instance: object, prototype: object, method: string): Registration | null {
  const handler = Reflect.get(prototype, method) as Handler;
  const mark = Reflect.getMetadata(socketCommandKey, handler) as CommandMark | undefined;
  if (mark === undefined) return null;
  const [shape] = (Reflect.getMetadata('design:paramtypes', prototype, method) ?? []) as unknown[];
  return {
    ...mark,
    name: `${instance.constructor.name}.${method}`,
    check: (payload) => (isShapeClass(shape) ? validateShape(shape, payload) : payload),
    run: (checked, client) => handler.call(instance, checked, client),
  };
}
