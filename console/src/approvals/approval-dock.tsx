import { Suspense, useState } from 'react';
import { later } from '../app/later.js';
import { useOffers } from '../app/offers.js';
import { keep, kept } from '../app/storage.js';
import { useShownRequest } from './use-shown-request.js';
import './approvals.css';

const DockedRequest = later(() => import('./docked-request.js'));

const foldedKey = 'office-folded-request';

/**
 * The first request of the inbox, at the foot of every page except the inbox itself; keys answer it
 * from anywhere. It covers nothing: the page becomes shorter and scrolls to its end.
 */
export function ApprovalDock() {
  const { waiting, first } = useShownRequest();
  /** Id of the approval that is folded, also after a reload; the next one is shown. */
  const [folded, setFolded] = useState<string | null>(() => kept('session', foldedKey));
  const foldTo = (id: string | null) => {
    keep('session', foldedKey, id);
    setFolded(id);
  };
  const isFolded = folded === first?.id;
  const fold = first && (() => foldTo(isFolded ? null : first.id));
  useOffers({ 'request-fold': fold ?? 'nobody waits for an answer' });
  return (
    <Suspense>
      {first !== undefined && fold !== undefined && (
        <DockedRequest first={first} count={waiting.length} isFolded={isFolded} onFold={fold} />
      )}
    </Suspense>
  );
}
