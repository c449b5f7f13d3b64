import { useState } from 'react';
import { plural } from '../app/format.js';
import { hrefTo } from '../app/router.js';
import { useOffers } from '../app/offers.js';
import { ApprovalCard } from './approval-card.js';
import { useShownRequest } from './use-shown-request.js';
import { useUncovered } from './use-uncovered.js';
import './approvals.css';

/**
 * The first request of the inbox, over the lower left of every page but its own; keys answer it from
 * anywhere. It moves nothing, and the page can be scrolled until nothing is below it.
 */
export function ApprovalDock() {
  const { waiting: approvals, first } = useShownRequest();
  /** Id of the approval that is folded; the next one is shown. */
  const [folded, setFolded] = useState<string | null>(null);
  const element = useUncovered(first !== undefined && folded !== first.id);
  const isFolded = folded === first?.id;
  const fold = first && (() => setFolded(isFolded ? null : first.id));
  useOffers({ 'request-fold': fold ?? 'nobody waits for an answer' });
  if (first === undefined) return null;
  return (
    <section
      ref={element}
      className={`dock answered ${isFolded ? 'folded' : ''}`}
      aria-label="Approval needed"
    >
      <div className="row between">
        <strong className="row tight" role="alert">
          <span className="dock-dot" />
          {approvals.length === 1
            ? 'Someone waits for you'
            : `${plural(approvals.length, 'approval')} wait for you`}
        </strong>
        <span className="row tight small">
          {approvals.length > 1 && <a href={hrefTo(['approvals'])}>See all</a>}
          <button type="button" className="link" aria-expanded={!isFolded} onClick={fold}>
            {isFolded ? 'Show' : 'Fold'}
          </button>
        </span>
      </div>
      {/* A reason that was begun stays while folded. */}
      <div hidden={isFolded}>
        <ApprovalCard
          key={first.id}
          approval={first}
          keys={{ isFolded, onUnfold: () => setFolded(null) }}
        />
      </div>
    </section>
  );
}
