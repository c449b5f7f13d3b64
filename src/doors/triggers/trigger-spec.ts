import type {
  HookEvent,
  HookFormat,
  HookSignature,
  MadeTrigger,
  Trigger,
  TriggerKind,
} from '../../protocol/records/triggers.js';

/** What a trigger does, as it is stored. */
export interface TriggerSpec {
  readonly workspaceId: string | null;
  readonly brief?: string;
  readonly pipelineId?: string;
  readonly runUsd?: number;
  readonly dayUsd?: number;
  readonly dayRuns?: number;
  readonly cron?: string;
  readonly timeZone?: string;
  readonly signature?: HookSignature;
  /** The whole address, which may hold a secret. */
  readonly url?: string;
  readonly events?: readonly HookEvent[];
  readonly format?: HookFormat;
}

/** A trigger as it is stored. */
export interface StoredTrigger {
  readonly id: string;
  readonly kind: TriggerKind;
  readonly name: string;
  readonly paused: boolean;
  readonly createdAt: number;
  readonly createdBy: string | null;
  readonly spec: TriggerSpec;
  readonly secret: string | null;
  readonly nextAt: number | null;
}

/** A trigger as people see it. */
export function shownTrigger({ spec, secret: _secret, nextAt, ...rest }: StoredTrigger): Trigger {
  const { url, ...shown } = spec;
  return {
    ...rest,
    ...shown,
    ...(rest.kind === 'schedule' && { nextAt }),
    ...(rest.kind === 'hook' && { path: `hooks/${rest.id}` }),
    ...(url !== undefined && { host: new URL(url).origin }),
  };
}

/** The same with its secret, which is told once. */
export function madeTrigger(trigger: StoredTrigger): MadeTrigger {
  const { secret } = trigger;
  return { ...shownTrigger(trigger), ...(secret !== null && { secret }) };
}
