import type { NewTrigger, TriggerChange } from '#client/http/trigger-operations.js';
import type {
  HookEvent,
  HookFormat,
  HookSignature,
  Trigger,
  TriggerKind,
} from '#protocol/records/triggers.js';
import { amountOf } from '../../app/amounts.js';
import { firstSchedule } from './schedule-fields.js';

/** A trigger as typed in its form. */
export interface TriggerDraft {
  readonly name: string;
  readonly brief: string;
  /** Empty: no floor is chosen. */
  readonly floor: string;
  readonly pipelineId: string;
  readonly runUsd: string;
  readonly dayUsd: string;
  readonly dayRuns: string;
  readonly cron: string;
  readonly timeZone: string;
  readonly signature: HookSignature;
  readonly url: string;
  readonly events: readonly HookEvent[];
  readonly format: HookFormat;
  readonly secret: string;
}

export const firstDraft: TriggerDraft = {
  ...{ name: '', brief: '', floor: '', pipelineId: '', runUsd: '', dayUsd: '', dayRuns: '' },
  ...firstSchedule,
  ...{ signature: 'standard', url: '', format: 'standard', secret: '' },
  events: ['run.ended', 'approval.waits'],
};

/**
 * The draft of a trigger; address and secret are unknown here, because the service tells them to
 * nobody.
 */
export function draftOf({ workspaceId, runUsd, dayUsd, dayRuns, ...trigger }: Trigger) {
  const { name, brief = '', pipelineId = '', cron = '', timeZone = 'UTC' } = trigger;
  const { signature = 'standard', events = [], format = 'standard' } = trigger;
  const draft: TriggerDraft = {
    ...{ name, brief, pipelineId, floor: workspaceId ?? '', url: '', secret: '' },
    ...{ runUsd: textOf(runUsd), dayUsd: textOf(dayUsd), dayRuns: textOf(dayRuns) },
    ...{ cron, timeZone, signature, events, format },
  };
  return draft;
}

function textOf(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}

/** What is wrong with a count of runs; null: nothing. */
export function countProblem(text: string): string | null {
  return text === '' || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 1000)
    ? null
    : 'A whole number from 1 to 1000.';
}

/** True if no required value is missing. */
export function isWhole(kind: TriggerKind, draft: TriggerDraft, isNew: boolean): boolean {
  const { name, brief, runUsd, dayUsd, dayRuns, url, events } = draft;
  if (name.trim() === '') return false;
  if (kind === 'outbound') return (!isNew || url.trim() !== '') && events.length > 0;
  const areAmounts = [runUsd, dayUsd].every((text) => !Number.isNaN(amountIn(text)));
  return brief.trim() !== '' && areAmounts && countProblem(dayRuns) === null;
}

/** Null: the field is empty. */
export function amountIn(text: string): number | null {
  return text.trim() === '' ? null : amountOf(text);
}

/** The trigger as changed by a draft; empty fields become null. */
export function changeOf(kind: TriggerKind, draft: TriggerDraft): TriggerChange {
  const { name, brief, floor, pipelineId, runUsd, dayUsd, dayRuns, signature } = draft;
  const shared = { name, workspaceId: floor || null };
  if (kind === 'outbound') {
    const url = draft.url.trim();
    const { events, format } = draft;
    return { ...shared, events, format, ...(url !== '' && { url }) };
  }
  const runs = {
    ...{ ...shared, brief, pipelineId: pipelineId || null },
    ...{ runUsd: amountIn(runUsd), dayUsd: amountIn(dayUsd) },
    dayRuns: dayRuns === '' ? null : Number(dayRuns),
  };
  if (kind === 'hook') return { ...runs, signature };
  return { ...runs, cron: draft.cron.trim(), timeZone: draft.timeZone.trim() || 'UTC' };
}

/** A new trigger by a draft, without null values. */
export function newTriggerOf(kind: TriggerKind, draft: TriggerDraft): NewTrigger {
  const given = Object.entries(changeOf(kind, draft)).filter(([, value]) => value !== null);
  const secret = draft.secret.trim();
  return {
    ...{ kind, name: draft.name },
    ...(Object.fromEntries(given) as Omit<NewTrigger, 'kind' | 'name'>),
    ...(kind !== 'schedule' && secret !== '' && { secret }),
  };
}
