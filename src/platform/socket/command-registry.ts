import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { type MarkedMethod, markedMethods, providersOf } from '../marked-methods.js';
import { isShapeClass } from '../validation/is-shape-class.js';
import { validateShape } from '../validation/validate-shape.js';
import {
  type CommandMark,
  type CommandOptions,
  socketCommandKey,
  type SocketClient,
} from './socket-command.js';

export type CommandPayload = Readonly<Record<string, unknown>>;

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
    check: (payload) => (isShapeClass(shape) ? validateShape(shape, payload) : payload),
    run: handler,
  };
}
