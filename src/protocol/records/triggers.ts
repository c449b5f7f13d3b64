/**
 * `schedule`: begins runs by the clock; `hook`: begins a run when it is called; `outbound`: calls
 * an address to report on runs.
 */
export const triggerKinds = ['schedule', 'hook', 'outbound'] as const;
export type TriggerKind = (typeof triggerKinds)[number];

/** How callers of a hook sign: as in Standard Webhooks, or like GitHub. */
export const hookSignatures = ['standard', 'github'] as const;
export type HookSignature = (typeof hookSignatures)[number];

/** Events that an outbound hook reports. */
export const hookEvents = ['run.ended', 'approval.waits', 'budget.passed'] as const;
export type HookEvent = (typeof hookEvents)[number];

/** Format of an outbound hook's body: that of Standard Webhooks, or a chat message. */
export const hookFormats = ['standard', 'slack', 'teams'] as const;
export type HookFormat = (typeof hookFormats)[number];

/** A trigger; its secret and the address that it calls are never told. */
export interface Trigger {
  readonly id: string;
  readonly kind: TriggerKind;
  readonly name: string;
  /** True: it begins no runs and sends nothing. */
  readonly paused: boolean;
  readonly createdAt: number;
  /** Name of the maker; null: none is known. */
  readonly createdBy: string | null;
  /** Changes with what the trigger does. A change that names an outdated revision is refused. */
  readonly revision: string;
  /**
   * Floor of the runs that it begins or reports; null: the first floor, or for reports all floors.
   */
  readonly workspaceId: string | null;
  /** The brief of its runs. */
  readonly brief?: string;
  readonly pipelineId?: string;
  /** Ceiling of each run in USD; absent: that of the floor. */
  readonly runUsd?: number;
  /**
   * Ceiling of its runs of a day, USD; runs at work count with their whole ceiling. Absent: none.
   */
  readonly dayUsd?: number;
  /** Most runs within a day. */
  readonly dayRuns?: number;
  /** Of a schedule: five fields of cron. */
  readonly cron?: string;
  /** Of a schedule: an IANA name. */
  readonly timeZone?: string;
  /** Of a schedule: its next time; null: never. */
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
  /** Secret that signs bodies, shown only in this answer. */
  readonly secret?: string;
  /** Until when the previous secret is accepted too, ms since the epoch; absent: it is not. */
  readonly formerUntil?: number;
}

export type DeliverySource = 'schedule' | 'hook' | 'sample' | 'event';

/** `started` and `refused`: schedules and hooks. The others: outbound hooks. */
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

/** The next times of a schedule. */
export interface ScheduleTimes {
  /** The next ones, ms since the epoch. */
  readonly times: readonly number[];
  /** Why it is no schedule; null: it is one. */
  readonly problem: string | null;
}
