import { createHmac } from 'node:crypto';
import type {
  HookEvent,
  HookFormat,
  HookSignature,
  MadeTrigger,
  Trigger,
  TriggerKind,
} from '../../protocol/records/triggers.js';

/** The stored definition of a trigger. */
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
  /** The previous secret, while it is still accepted. */
  readonly former?: { readonly secret: string; readonly until: number };
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
export function shownTrigger(trigger: StoredTrigger): Trigger {
  const { spec, secret: _secret, nextAt, ...rest } = trigger;
  const { url, former: _former, ...shown } = spec;
  return {
    ...rest,
    ...shown,
    revision: revisionOf(trigger),
    ...(rest.kind === 'schedule' && { nextAt }),
    ...(rest.kind === 'hook' && { path: `hooks/${rest.id}` }),
    ...(url !== undefined && { host: new URL(url).origin }),
  };
}

/** The trigger as people see it, with its secret, which is returned only once. */
export function madeTrigger(trigger: StoredTrigger): MadeTrigger {
  const { secret, spec } = trigger;
  return {
    ...shownTrigger(trigger),
    ...(secret !== null && { secret }),
    ...(spec.former !== undefined && { formerUntil: spec.former.until }),
  };
}

/** The secrets that are valid at a time, the newest first. */
export function secretsOf({ secret, spec }: StoredTrigger, now: number): readonly string[] {
  const { former } = spec;
  const isGood = former !== undefined && now < former.until;
  return [...(secret === null ? [] : [secret]), ...(isGood ? [former.secret] : [])];
}

const revisionCharacters = 16;

/**
 * Revision of a trigger's name and definition. Keyed with the secret, so that it does not reveal
 * the address.
 */
export function revisionOf({ name, secret, spec }: StoredTrigger): string {
  const { former: _former, ...kept } = spec;
  const entries = Object.entries(kept).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const hash = createHmac('sha256', secret ?? '').update(JSON.stringify([name, entries]));
  return hash.digest('base64url').slice(0, revisionCharacters);
}
