import { keep, kept } from '../app/storage.js';

/**
 * Key of `on`, or of the time at which the office was last told; absent: this browser wants no
 * messages.
 */
const wishKey = 'office-push';
/** The office's id of the subscription, until the office has ended it. */
const idKey = 'office-push-id';

export function isWanted(): boolean {
  return kept('local', wishKey) !== null;
}

/** When the office was last told of the subscription, ms; `NaN`: it was not. */
export function toldAt(): number {
  return Number(kept('local', wishKey) ?? Number.NaN);
}

/** @param since when the office knows, ms; absent: not yet */
export function want(since?: number): void {
  keep('local', wishKey, since === undefined ? 'on' : String(since));
}

export function wantNoMore(): void {
  keep('local', wishKey, null);
}

export function subscriptionId(): string | null {
  return kept('local', idKey);
}

export function keepSubscriptionId(id: string | null): void {
  keep('local', idKey, id);
}
