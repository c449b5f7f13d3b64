import { randomBytes } from 'node:crypto';
import { RefusedError } from '../../platform/errors/office-error.js';
import { limits } from '../../protocol/limits.js';
import {
  type HookEvent,
  hookEvents,
  type HookFormat,
  type HookSignature,
  type TriggerKind,
} from '../../protocol/records/triggers.js';
import { triggerTexts } from '../../protocol/texts/triggers.js';
import { checkSchedule } from './schedule-times.js';
import { isStandardSecret } from './signatures.js';
import type { TriggerSpec } from './trigger-spec.js';

/** Triggers kept at once. */
export const mostTriggers = 200;
const briefCharacters = 50_000;
const mostDayRuns = 1000;
const leastSecret = 16;
const secretBytes = 32;

/** A trigger as a client gives it, with checked types. */
export interface WantedTrigger {
  readonly kind: TriggerKind;
  readonly name: string;
  readonly workspaceId?: string;
  readonly brief?: string;
  readonly pipelineId?: string;
  readonly runUsd?: number;
  readonly dayUsd?: number;
  readonly dayRuns?: number;
  readonly cron?: string;
  readonly timeZone?: string;
  readonly signature?: HookSignature;
  readonly url?: string;
  readonly events?: readonly string[];
  readonly format?: HookFormat;
  readonly secret?: string;
}

/** Fields that a refusal can name. */
type TriggerField = keyof WantedTrigger | 'revision' | 'overlapHours';

/** A refusal that names its field, so that a form shows it there. */
export function triggerRefusal(field: TriggerField, text: string): RefusedError {
  return new RefusedError(text, { field });
}

const plainName = /^[^\p{C}\p{Zl}\p{Zp}]+$/u;

/** @throws RefusedError */
export function checkedTriggerName(given: string): string {
  const name = given.trim();
  const most = limits.approverNameCharacters;
  if (name.length > most || !plainName.test(name))
    throw triggerRefusal('name', triggerTexts.name(most));
  return name;
}

/**
 * The stored form of a trigger.
 * @throws RefusedError
 */
export function checkedSpec(wanted: WantedTrigger, now: number): TriggerSpec {
  const workspaceId = wanted.workspaceId ?? null;
  if (wanted.kind === 'outbound') return { workspaceId, ...outboundPart(wanted) };
  const runs = runsPart(wanted);
  if (wanted.kind === 'hook') {
    return { workspaceId, ...runs, signature: wanted.signature ?? 'standard' };
  }
  const { cron = '', timeZone = 'UTC' } = wanted;
  checkSchedule(cron, timeZone, now);
  return { workspaceId, ...runs, cron, timeZone };
}

/** The secret of a hook: the given one, or a new one; null: it has none. @throws RefusedError */
export function secretFor(
  { kind, signature = 'standard', secret }: WantedTrigger,
  random: (bytes: number) => Buffer = randomBytes,
): string | null {
  if (kind === 'schedule') return null;
  // Valid in both forms of signature, so that the form can be changed later.
  if (secret === undefined) return `whsec_${random(secretBytes).toString('base64')}`;
  if (kind === 'hook' && signature === 'github') {
    if (secret.length < leastSecret)
      throw triggerRefusal('secret', triggerTexts.shortSecret(leastSecret));
    return secret;
  }
  if (!isStandardSecret(secret)) throw triggerRefusal('secret', triggerTexts.standardSecret);
  return secret;
}

type RunsPart = Pick<TriggerSpec, 'brief' | 'pipelineId' | 'runUsd' | 'dayUsd' | 'dayRuns'>;

/** @throws RefusedError */
function runsPart(wanted: RunsPart): RunsPart {
  const { brief = '', pipelineId, runUsd, dayUsd, dayRuns } = wanted;
  if (brief.trim() === '') throw triggerRefusal('brief', triggerTexts.briefRequired);
  if (brief.length > briefCharacters) {
    throw triggerRefusal('brief', triggerTexts.briefTooLong(briefCharacters));
  }
  for (const field of ['runUsd', 'dayUsd'] as const) {
    if ((wanted[field] ?? 0) < 0) throw triggerRefusal(field, triggerTexts.amount(field));
  }
  const isCount = dayRuns === undefined || (Number.isInteger(dayRuns) && dayRuns > 0);
  if (!isCount || (dayRuns ?? 1) > mostDayRuns) {
    throw triggerRefusal('dayRuns', triggerTexts.dayRuns(mostDayRuns));
  }
  return {
    brief,
    ...(pipelineId !== undefined && { pipelineId }),
    ...(runUsd !== undefined && { runUsd }),
    ...(dayUsd !== undefined && { dayUsd }),
    ...(dayRuns !== undefined && { dayRuns }),
  };
}

function outboundPart({ url = '', events = [], format = 'standard' }: WantedTrigger) {
  if (!isWebAddress(url)) throw triggerRefusal('url', triggerTexts.url);
  const told = hookEvents.filter((event) => events.includes(event));
  if (told.length === 0 || !events.every((event) => isHookEvent(event))) {
    throw triggerRefusal('events', triggerTexts.events(hookEvents));
  }
  return { url, events: told, format };
}

function isHookEvent(text: string): text is HookEvent {
  return (hookEvents as readonly string[]).includes(text);
}

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && username === '' && password === '';
}
