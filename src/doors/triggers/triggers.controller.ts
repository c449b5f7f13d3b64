import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Clock } from '../../platform/clock.js';
import { WidensRights } from '../../platform/http/widening-rights.js';
import { Operation } from '../../platform/openapi/operation.js';
import {
  OptionalChoice,
  OptionalFlag,
  OptionalNullableNumber,
  OptionalNullableString,
  OptionalNumber,
  OptionalObject,
  OptionalString,
  OptionalStrings,
  RequiredChoice,
  RequiredString,
} from '../../platform/validation/fields.js';
import type { Done } from '../../protocol/answers.js';
import {
  type HookFormat,
  hookFormats,
  type HookSignature,
  hookSignatures,
  type MadeTrigger,
  type ScheduleTimes,
  type Trigger,
  type TriggerDelivery,
  type TriggerKind,
  triggerKinds,
} from '../../protocol/records/triggers.js';
import { timesOf } from './schedule-times.js';
import { TriggerDeliveries } from './deliveries.service.js';
import { TriggersService } from './triggers.service.js';

/** Body of `PATCH /triggers/:id`. Absent fields stay unchanged; null removes a value. */
class ChangeTriggerBody {
  @OptionalString()
  name?: string;

  @OptionalFlag()
  paused?: boolean;

  /** Revision that was seen: the change is refused if the trigger has another one. */
  @OptionalString()
  revision?: string;

  @OptionalNullableString()
  workspaceId?: string | null;

  @OptionalString()
  brief?: string;

  @OptionalNullableString()
  pipelineId?: string | null;

  @OptionalNullableNumber()
  runUsd?: number | null;

  @OptionalNullableNumber()
  dayUsd?: number | null;

  @OptionalNullableNumber()
  dayRuns?: number | null;

  @OptionalString()
  cron?: string;

  @OptionalString()
  timeZone?: string;

  @OptionalChoice(hookSignatures)
  signature?: HookSignature;

  @OptionalString()
  url?: string;

  @OptionalStrings()
  events?: string[];

  @OptionalChoice(hookFormats)
  format?: HookFormat;
}

/** Body of `POST /triggers/:id/secret`. */
class RenewSecretBody {
  /** Absent: the office makes one. */
  @OptionalString()
  secret?: string;

  /** How long the previous secret stays valid, hours; absent: not at all. */
  @OptionalNumber()
  overlapHours?: number;
}

/** Body of `POST /triggers`. */
class MakeTriggerBody {
  @RequiredChoice(triggerKinds)
  kind!: TriggerKind;

  @RequiredString()
  name!: string;

  /** The floor; absent: the first one, or for outbound hooks every floor. */
  @OptionalString()
  workspaceId?: string;

  @OptionalString()
  brief?: string;

  @OptionalString()
  pipelineId?: string;

  @OptionalNumber()
  runUsd?: number;

  @OptionalNumber()
  dayUsd?: number;

  @OptionalNumber()
  dayRuns?: number;

  @OptionalString()
  cron?: string;

  @OptionalString()
  timeZone?: string;

  @OptionalChoice(hookSignatures)
  signature?: HookSignature;

  @OptionalString()
  url?: string;

  @OptionalStrings()
  events?: string[];

  @OptionalChoice(hookFormats)
  format?: HookFormat;

  /** Absent: the office makes one. */
  @OptionalString()
  secret?: string;
}

/** Body of `POST /triggers/:id/try`. */
class TryTriggerBody {
  /** Sample body of a call of the hook. */
  @OptionalObject()
  body?: Record<string, unknown>;
}

/** Query of `GET /triggers/times`. */
class TimesQuery {
  @RequiredString()
  cron!: string;

  @OptionalString()
  timeZone?: string;
}

/** Schedules and hooks. Outside `/api/`, whose operations are fixed. */
@ApiTags('triggers')
@Controller('triggers')
export class TriggersController {
  constructor(
    private readonly triggers: TriggersService,
    private readonly deliveries: TriggerDeliveries,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Operation({ summary: 'Schedules and hooks', answers: ['Trigger'] })
  listTriggers(): Promise<readonly Trigger[]> {
    return this.triggers.list();
  }

  @Get('times')
  @Operation({
    summary: 'When a schedule would come next',
    answers: 'ScheduleTimes',
    refuses: [400],
  })
  listTimes(@Query() { cron, timeZone = 'UTC' }: TimesQuery): ScheduleTimes {
    return timesOf(cron, timeZone, this.clock.now());
  }

  /** An `Idempotency-Key` has no effect, because answers to it are stored. */
  @WidensRights(true)
  @Post()
  @Operation({
    summary: 'Make a schedule or a hook, whose secret is in this answer only',
    answers: 'MadeTrigger',
    status: 201,
  })
  makeTrigger(@Body() body: MakeTriggerBody): Promise<MadeTrigger> {
    return this.triggers.make(body);
  }

  @WidensRights(true)
  @Patch(':id')
  @Operation({ summary: 'Change, pause or resume a trigger', answers: 'Trigger', refuses: [404] })
  changeTrigger(@Param('id') id: string, @Body() body: ChangeTriggerBody): Promise<Trigger> {
    return this.triggers.change(id, body);
  }

  /** An `Idempotency-Key` has no effect, because answers to it are stored. */
  @WidensRights(true)
  @Post(':id/secret')
  @Operation({
    summary: 'Make the secret of a hook anew, which is in this answer only',
    answers: 'MadeTrigger',
    status: 201,
    refuses: [404],
  })
  renewTriggerSecret(@Param('id') id: string, @Body() body: RenewSecretBody): Promise<MadeTrigger> {
    return this.triggers.renewSecret(id, body);
  }

  @WidensRights(true)
  @Delete(':id')
  @Operation({ summary: 'Remove a trigger', answers: 'Done', refuses: [404] })
  async removeTrigger(@Param('id') id: string): Promise<Done> {
    await this.triggers.remove(id);
    return { ok: true };
  }

  @Get(':id/deliveries')
  @Operation({
    summary: 'The last times that a trigger went off, the newest first',
    answers: ['TriggerDelivery'],
    refuses: [404],
  })
  listDeliveries(@Param('id') id: string): Promise<readonly TriggerDelivery[]> {
    return this.deliveries.ofTrigger(id);
  }

  @WidensRights(true)
  @Post(':id/try')
  @Operation({
    summary: 'Let a trigger go off once with a sample',
    answers: 'TriggerDelivery',
    refuses: [404],
  })
  tryTrigger(
    @Param('id') id: string,
    @Body() { body = {} }: TryTriggerBody,
  ): Promise<TriggerDelivery> {
    return this.deliveries.sample(id, body);
  }
}
