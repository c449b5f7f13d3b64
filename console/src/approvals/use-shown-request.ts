import { useState } from 'react';
import type { Approval } from '#protocol/records/work.js';
import { useOfficeState } from '../app/office-context.js';
import { useOffers } from '../app/offers.js';
import { usePlace } from '../app/router.js';
import { useAsked } from './asked-request.js';
import { inboxOrder, shownFirst, stepFrom, stillShown } from './inbox-order.js';

/** The waiting approvals, and the one that keys answer. */
export interface ShownRequest {
  readonly waiting: readonly Approval[];
  readonly first: Approval | undefined;
}

/**
 * Keeps the shown request until it is answered, the page of another run with requests is opened, or
 * the person asks for an approval; keys step to others.
 */
export function useShownRequest(): ShownRequest {
  const waiting = useOfficeState((state) => state.approvals);
  const [shownId, setShown] = useState<string | null>(null);
  const runId = useRunOfPage();
  const [lastRunId, setLastRun] = useState(runId);
  if (lastRunId !== runId) {
    setLastRun(runId);
    setShown(stillShown(waiting, shownId, runId));
  }
  const askedId = useAsked();
  const [lastAskedId, setLastAsked] = useState<string | null>(null);
  const isAskedNow = askedId !== lastAskedId && waiting.some(({ id }) => id === askedId);
  if (isAskedNow) setLastAsked(askedId);
  const first = shownFirst(waiting, isAskedNow ? askedId : shownId, runId);
  if (first !== undefined && first.id !== shownId) setShown(first.id);
  const step = (by: 1 | -1) => {
    if (first !== undefined) setShown(stepFrom(inboxOrder(waiting), first, by).id);
  };
  const none = waiting.length === 0 ? 'nobody waits for an answer' : null;
  const one = waiting.length === 1 ? 'nobody else waits for an answer' : none;
  useOffers({
    'request-next': one ?? (() => step(1)),
    'request-previous': one ?? (() => step(-1)),
    'request-go': none ?? goToRequest,
    ...(none !== null && {
      ...{ approve: none, 'approve-run': none, refuse: none },
      ...{ 'approve-item': none, 'refuse-item': none },
    }),
  });
  return { waiting, first };
}

/** Id of the run whose page is open. */
function useRunOfPage(): string | null {
  const { path } = usePlace();
  return path[0] === 'runs' ? (path[1] ?? null) : null;
}

/**
 * Focuses the first answer to the shown request; answers that allow more than was asked come after
 * it.
 */
function goToRequest(): void {
  const card = document.querySelector('.answered');
  card?.scrollIntoView({ block: 'nearest' });
  const answer = (within: string) =>
    card?.querySelector<HTMLElement>(`${within} .button:not(:disabled)`);
  (answer('.answers') ?? answer(''))?.focus();
}
