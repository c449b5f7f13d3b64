/** What begins runs or tells of them: by the clock, by a hook that others call, or by calling one. */
export const triggerKinds = ['schedule', 'hook', 'outbound'] as const;
export type TriggerKind = (typeof triggerKinds)[number];

/** How a hook's caller signs: as of Standard Webhooks, or as GitHub does. */
export const hookSignatures = ['standard', 'github'] as const;
export type HookSignature = (typeof hookSignatures)[number];

/** What an outbound hook tells of. */
export const hookEvents = ['run.ended', 'approval.waits', 'budget.passed'] as const;
export type HookEvent = (typeof hookEvents)[number];

/** The body of an outbound hook: that of Standard Webhooks, or a message for a chat. */
export const hookFormats = ['standard', 'slack', 'teams'] as const;
export type HookFormat = (typeof hookFormats)[number];

/** A trigger; its secret and the address that it calls are never told. */
export interface Trigger {
  readonly id: string;
  readonly kind: TriggerKind;
  readonly name: string;
  /** True: nothing begins and nothing is told. */
  readonly paused: boolean;
  readonly createdAt: number;
  /** Name of the maker; null: none is known. */
  readonly createdBy: string | null;
  /** Another one with each change of what it does; given back with a change, it refuses one of another. */
  readonly revision: string;
  /** The floor whose runs it begins or tells of; null: the first floor, or those of all. */
  readonly workspaceId: string | null;
  /** The brief of its runs. */
  readonly brief?: string;
  readonly pipelineId?: string;
  /** Ceiling of each run in USD; absent: that of the floor. */
  readonly runUsd?: number;
  /** Ceiling of all its runs of a day in USD, those at work with their whole ceiling; absent: none. */
  readonly dayUsd?: number;
  /** Most runs within a day. */
  readonly dayRuns?: number;
  /** Of a schedule: five fields of cron. */
  readonly cron?: string;
  /** Of a schedule: an IANA name. */
  readonly timeZone?: string;
  /** Of a schedule: when it is due next; null: never. */
  readonly nextAt?: number | null;
  /** Of a hook. */
  readonly signature?: HookSignature;
  /** Of a hook: where it is called, below the address of the office. */
  readonly path?: string;
  /** Of an outbound hook: the origin of the address that it calls. */
  readonly host?: string;
  readonly events?: readonly HookEvent[];
  readonly format?: HookFormat;
}

/** Answer to `POST /triggers` and to `POST /triggers/:id/secret`. */
export interface MadeTrigger extends Trigger {
  /** By which bodies are signed; told this once. */
  readonly secret?: string;
  /** Until when the secret of before is good too, ms since the epoch; absent: it is not. */
  readonly formerUntil?: number;
}

export type DeliverySource = 'schedule' | 'hook' | 'sample' | 'event';

/** `started` and `refused`: of schedules and hooks. The others: of what is sent. */
export type DeliveryState = 'started' | 'refused' | 'waiting' | 'sent' | 'given-up';

/** One time that a trigger went off. */
export interface TriggerDelivery {
  readonly id: string;
  readonly triggerId: string;
  readonly at: number;
  readonly source: DeliverySource;
  readonly state: DeliveryState;
  /** The run that it began or tells of; null: none. */
  readonly runId: string | null;
  /** Why it was refused or failed; null: it was not. */
  readonly message: string | null;
  /** Attempts so far. */
  readonly attempts: number;
}

/** Answer to a hook that was called. */
export interface HookAnswer {
  readonly state: DeliveryState;
  /** Null: none was begun. */
  readonly runId: string | null;
  readonly message: string | null;
}

/** When a schedule would come. */
export interface ScheduleTimes {
  /** The next ones, ms since the epoch. */
  readonly times: readonly number[];
  /** Why it is no schedule; null: it is one. */
  readonly problem: string | null;
}
