import type { ApprovalScope } from '#protocol/records/enums.js';
import type { Approval } from '#protocol/records/work.js';
import { type Offer, useOffers } from '../app/offers.js';
import type { Answer } from './request-items.js';

interface Card {
  /** False: keys answer another request. */
  readonly isOfKeys: boolean;
  readonly isFolded: boolean;
  /** True if keys answer it already. */
  readonly isReady: boolean;
  /** Id of the first part without an answer. */
  readonly open: string | undefined;
  readonly answer: Answer;
}

/** Offers the answers to the request of keys while it is ready for them. */
export function useAnswerOffers(
  { scopes }: Pick<Approval, 'scopes'>,
  { isOfKeys, isFolded, isReady, open, answer }: Card,
): void {
  const notYet = isFolded
    ? 'the request is folded; show it first'
    : 'what is asked has just come; read it and try again';
  const offer = (isPossible: boolean, act: () => void): Offer | null => {
    if (!isOfKeys) return null;
    if (!isPossible) return 'this request cannot be answered so';
    return isReady ? act : notYet;
  };
  const part = (isApproved: boolean) =>
    offer(open !== undefined, () => answer(isApproved, { item: open }));
  const wide = (needed: ApprovalScope, scope = needed) =>
    offer(scopes?.includes(needed) === true, () => answer(true, { scope }));
  useOffers({
    approve: offer(true, () => answer(true)),
    'approve-item': part(true),
    'refuse-item': part(false),
    'approve-run': wide('run'),
    refuse: offer(true, () => answer(false)),
    'approve-checks': wide('checks'),
    'approve-sandbox-run': wide('sandbox-run'),
    'approve-sandbox-floor': wide('sandbox-run', 'sandbox-floor'),
  });
}
