import { triggerTexts } from '../../protocol/texts/triggers.js';
import { nextAfter } from './schedule-times.js';
import {
  checkedSpec,
  checkedTriggerName,
  triggerRefusal,
  type WantedTrigger,
} from './trigger-rules.js';
import { isStandardSecret } from './signatures.js';
import { revisionOf, type StoredTrigger } from './trigger-spec.js';

type Runs = Pick<WantedTrigger, 'workspaceId' | 'pipelineId' | 'runUsd' | 'dayUsd' | 'dayRuns'>;

/** A change of a trigger; absent fields stay unchanged, null removes a value. */
export interface TriggerChange
  extends
    Pick<WantedTrigger, 'brief' | 'cron' | 'timeZone' | 'signature' | 'url' | 'events' | 'format'>,
    Partial<{ readonly [K in keyof Runs]: Runs[K] | null }> {
  readonly name?: string;
  readonly paused?: boolean;
  /** Revision that the caller has seen; absent: any. */
  readonly revision?: string;
}

/** The trigger after a change. @throws RefusedError */
export function changedTrigger(
  before: StoredTrigger,
  { name, paused = before.paused, revision, ...given }: TriggerChange,
  now: number,
): StoredTrigger {
  if (revision !== undefined && revision !== revisionOf(before)) {
    throw triggerRefusal('revision', triggerTexts.changed(before.name));
  }
  const { kind, secret } = before;
  const { former, signature } = before.spec;
  const isOtherForm = given.signature !== undefined && given.signature !== signature;
  if (kind === 'hook' && isOtherForm && !fitsForm(given.signature, [secret, former?.secret])) {
    throw triggerRefusal('signature', triggerTexts.otherForm);
  }
  const wanted = withoutNone({ ...before.spec, ...given, kind, name: name ?? before.name });
  const changesSpec = Object.values(given).some((value) => value !== undefined);
  const spec = changesSpec
    ? { ...checkedSpec(wanted, now), ...(former !== undefined && { former }) }
    : before.spec;
  const next = {
    ...before,
    paused,
    spec,
    ...(name !== undefined && { name: checkedTriggerName(name) }),
  };
  return { ...next, nextAt: nextAtOf(before, next, now) };
}

/** Whether secrets for another form of signature are valid in this one. */
function fitsForm(
  form: WantedTrigger['signature'],
  secrets: readonly (string | null | undefined)[],
): boolean {
  return form === 'github' || secrets.every((each) => !each || isStandardSecret(each));
}

/** Its next due time; times missed while it was paused are not made up for. */
export function nextOf(
  { spec, paused }: Pick<StoredTrigger, 'spec' | 'paused'>,
  now: number,
): number | null {
  const { cron, timeZone = 'UTC' } = spec;
  return cron === undefined || paused ? null : nextAfter(cron, timeZone, now);
}

/**
 * The next due time after a change; a due time that was not processed yet stays, so that none is
 * lost.
 */
function nextAtOf(before: StoredTrigger, next: Omit<StoredTrigger, 'nextAt'>, now: number) {
  const isSameTime =
    before.spec.cron === next.spec.cron && before.spec.timeZone === next.spec.timeZone;
  const isDue = before.nextAt !== null && before.nextAt <= now;
  const stays = before.paused === next.paused && (isSameTime || isDue);
  return stays ? before.nextAt : nextOf(next, now);
}

type Given<T> = { readonly [K in keyof T]: Exclude<T[K], null> };

/** The values that are neither null nor absent. */
function withoutNone<T extends object>(given: T): Given<T> {
  const kept = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(kept) as Given<T>;
}
