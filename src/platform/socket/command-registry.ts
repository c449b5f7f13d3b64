import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { isShapeClass } from '../validation/is-shape-class.js';
import { validateShape } from '../validation/validate-shape.js';
import {
  type CommandMark,
  type CommandOptions,
  socketCommandKey,
  type SocketClient,
} from './socket-command.js';

export type CommandPayload = Readonly<Record<string, unknown>>;

type Handler = (payload: unknown, client: SocketClient) => unknown;

export interface Registration {
  readonly type: string;
  /** `Class.method`, for messages. */
  readonly name: string;
  readonly options: CommandOptions;
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

  /** Undefined if the command has no handler. */
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
