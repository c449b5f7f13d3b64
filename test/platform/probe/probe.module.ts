import { Body, Controller, Get, Injectable, Module, Param, Post } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { throwError, type Observable } from 'rxjs';
import { HealthModule } from '#health/health.module.js';
import { HealthCounts } from '#runs/queue/health-counts.js';
import { Clock } from '#platform/clock.js';
import { DatabaseModule, platformEntities } from '#platform/database/database.module.js';
import {
  ForbiddenError,
  NotFoundError,
  RefusedError,
  TooLargeError,
  TooLateError,
  UnavailableError,
} from '#platform/errors/office-error.js';
import { EventBus } from '#platform/events/event-bus.js';
import { PlatformModule, type BootContext } from '#platform/platform.module.js';
import { HelloSource } from '#platform/socket/hello-source.js';
import { SocketCommand, type SocketClient } from '#platform/socket/socket-command.js';
import { SocketModule } from '#platform/socket/socket.module.js';
import { OptionalNumber, RequiredText } from '#platform/validation/fields.js';
import { WidensRights } from '#platform/http/widening-rights.js';
import type { ServerEventOf } from '#protocol/events.js';
import { protocolVersion } from '#protocol/protocol-version.js';
import type { OfficeState } from '#protocol/records/office.js';

/**
 * An application with the real platform and no office: routes and commands that provoke what the
 * doors have to deal with.
 */

export class ProbeRequest {
  @RequiredText('A "word" is required.')
  word!: string;

  @OptionalNumber()
  times?: number;
}

const refusals = {
  refused: () => new RefusedError('refused so'),
  forbidden: () => new ForbiddenError('forbidden so'),
  'not-found': () => new NotFoundError('not found so'),
  'too-large': () => new TooLargeError('too large so'),
  unavailable: () => new UnavailableError('unavailable so'),
};

@Controller('api/probe')
class ProbeController {
  @Get()
  read(): object {
    return { probe: { ok: true } };
  }

  @Post()
  echo(@Body() body: ProbeRequest): object {
    return { ...body };
  }

  @WidensRights(false)
  @Post('any')
  echoAnything(@Body() body: object): object {
    return body;
  }

  @WidensRights(false)
  @Post('fault')
  fault(): never {
    throw new Error('the password is 1234');
  }

  @WidensRights(false)
  @Post('odd-fault')
  oddFault(): Observable<never> {
    return throwError(() => null);
  }

  @WidensRights(false)
  @Post('refusal/:kind')
  refuse(@Param('kind') kind: keyof typeof refusals): never {
    throw refusals[kind]();
  }

  @Get('by-id/:id')
  byId(@Param('id') id: string): object {
    return { id };
  }
}

@Injectable()
class ProbeCommands {
  @WidensRights(false)
  @SocketCommand('submit')
  submit(payload: ProbeRequest, client: SocketClient): void {
    client.send({ type: 'error', at: 0, message: JSON.stringify(payload) });
  }

  @SocketCommand('cancel')
  cancel(): void {
    throw new TooLateError('Run "x" is not running.');
  }

  @SocketCommand('chat')
  async chat(): Promise<void> {
    await Promise.resolve();
    throw new Error('boom');
  }
}

/** State frames of the size a test asks for. */
@Injectable()
export class ProbeHello extends HelloSource {
  /** Thrown in place of an answer. */
  fault: Error | undefined;

  constructor(
    private readonly clock: Clock,
    bus: EventBus,
  ) {
    super();
    bus.subscribe('probe', ({ seq }) => (this.lastSeq = seq ?? this.lastSeq));
  }

  private lastSeq = 0;

  override hello(): ServerEventOf<'hello'> {
    if (this.fault !== undefined) throw this.fault;
    const state = { version: 'probe' } as OfficeState;
    const at = this.clock.now();
    return { type: 'hello', at, seq: this.lastSeq, protocolVersion, state };
  }
}

@Module({
  controllers: [ProbeController],
  providers: [
    ProbeCommands,
    ProbeHello,
    { provide: HelloSource, useExisting: ProbeHello },
    { provide: HealthCounts, useValue: { activeRuns: () => 3, pendingApprovals: () => 2 } },
  ],
  exports: [HelloSource, HealthCounts],
})
class ProbeOfficeModule {}

@Module({})
export class ProbeModule {
  static on(bootContext: BootContext): DynamicModule {
    return {
      module: ProbeModule,
      imports: [
        PlatformModule.on(bootContext),
        DatabaseModule.withEntities(platformEntities),
        SocketModule.withHelloFrom(ProbeOfficeModule),
        HealthModule.withWorkFrom(ProbeOfficeModule),
      ],
    };
  }
}
