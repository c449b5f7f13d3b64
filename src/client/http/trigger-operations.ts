import type { Done } from '../../protocol/answers.js';
import type {
  HookEvent,
  HookFormat,
  HookSignature,
  MadeTrigger,
  ScheduleTimes,
  Trigger,
  TriggerDelivery,
  TriggerKind,
} from '../../protocol/records/triggers.js';
import type { CallOptions } from './http-transport.js';
import { part, PluginOperations } from './plugin-operations.js';

/** The settings of a trigger, by kind. */
interface TriggerParts {
  readonly brief?: string;
  /** Five fields. */
  readonly cron?: string;
  readonly timeZone?: string;
  readonly signature?: HookSignature;
  readonly url?: string;
  readonly events?: readonly HookEvent[];
  readonly format?: HookFormat;
}

/** Where its runs work and what they may spend, USD. */
interface TriggerBounds {
  readonly workspaceId?: string;
  readonly pipelineId?: string;
  readonly runUsd?: number;
  readonly dayUsd?: number;
  readonly dayRuns?: number;
}

/** Changes to a trigger; absent fields stay, null removes a value. */
export interface TriggerChange
  extends TriggerParts, Partial<{ readonly [K in keyof TriggerBounds]: TriggerBounds[K] | null }> {
  readonly name?: string;
  readonly paused?: boolean;
  /** Revision of the trigger as last seen; a trigger changed since then refuses the change. */
  readonly revision?: string;
}

/** A trigger to make. */
export interface NewTrigger extends TriggerParts, TriggerBounds {
  readonly kind: TriggerKind;
  readonly name: string;
  /** Absent: one is made. */
  readonly secret?: string;
}

/** Operations on schedules and hooks. */
export class TriggerOperations extends PluginOperations {
  triggers(call?: CallOptions): Promise<readonly Trigger[]> {
    return this.transport.ask('/triggers', call);
  }

  /** Makes a trigger, whose secret is in this answer only. */
  makeTrigger(body: NewTrigger, call?: CallOptions): Promise<MadeTrigger> {
    return this.transport.ask('/triggers', { ...call, method: 'POST', body });
  }

  /** Changes, pauses or resumes a trigger. */
  changeTrigger(id: string, body: TriggerChange, call?: CallOptions): Promise<Trigger> {
    return this.transport.ask(`/triggers/${part(id)}`, { ...call, method: 'PATCH', body });
  }

  /** Makes the secret of a hook anew; it is in this answer only. */
  renewTriggerSecret(
    id: string,
    body: { readonly secret?: string; readonly overlapHours?: number } = {},
    call?: CallOptions,
  ): Promise<MadeTrigger> {
    return this.transport.ask(`/triggers/${part(id)}/secret`, { ...call, method: 'POST', body });
  }

  removeTrigger(id: string, call?: CallOptions): Promise<Done> {
    return this.transport.ask(`/triggers/${part(id)}`, { ...call, method: 'DELETE' });
  }

  /** The next times of a schedule. */
  triggerTimes(
    asked: { readonly cron: string; readonly timeZone?: string },
    call?: CallOptions,
  ): Promise<ScheduleTimes> {
    return this.transport.ask('/triggers/times', { ...call, query: { ...asked } });
  }

  /** The last times that a trigger went off, the newest first. */
  deliveriesOf(id: string, call?: CallOptions): Promise<readonly TriggerDelivery[]> {
    return this.transport.ask(`/triggers/${part(id)}/deliveries`, call);
  }

  /** Lets a trigger go off once; `body` is what a hook is called with. */
  tryTrigger(id: string, body: object = {}, call?: CallOptions): Promise<TriggerDelivery> {
    const given = { ...call, method: 'POST', body: { body } } as const;
    return this.transport.ask(`/triggers/${part(id)}/try`, given);
  }
}
