import { Module, type DynamicModule, type ModuleMetadata } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CommandsModule } from '../commands/commands.module.js';
import { EventLog } from '../events/event-log.js';
import { CommandDispatcher } from './command-dispatcher.js';
import { CommandRegistry } from './socket-command.js';
import { EventReplay, MissedEvents } from './missed-events.js';
import { OfficeGateway } from './office.gateway.js';
import { ReplayLine } from './replay-line.js';
import { SessionCommands } from './session.commands.js';
import { SocketHub } from './socket-hub.js';
import { SocketRevocation } from './socket-revocation.js';

/**
 * Owns the socket at `/ws`: connections, frames, fan-out, replay, back-pressure. It contains no
 * rules of the office: commands are methods of feature modules, and the state comes through
 * `HelloSource`.
 */
@Module({})
export class SocketModule {
  /** `imports` must include the module that exports `HelloSource`. */
  static withHelloFrom(...imports: NonNullable<ModuleMetadata['imports']>): DynamicModule {
    return {
      module: SocketModule,
      imports: [CommandsModule, DiscoveryModule, ...imports],
      providers: [
        CommandDispatcher,
        CommandRegistry,
        { provide: EventReplay, useExisting: EventLog },
        MissedEvents,
        OfficeGateway,
        ReplayLine,
        SessionCommands,
        SocketHub,
        SocketRevocation,
      ],
    };
  }
}
