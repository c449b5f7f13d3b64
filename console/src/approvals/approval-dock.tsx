import { useState } from 'react';
import { plural } from '../app/format.js';
import { hrefTo } from '../app/router.js';
import { useOfficeState } from '../app/office-context.js';
import { ApprovalCard } from './approval-card.js';
import './approvals.css';

/** The longest-waiting approval, shown above every page; keys answer it from anywhere. */
export function ApprovalDock() {
  const approvals = useOfficeState((state) => state.approvals);
  /** Id of the approval that is folded; the next one is shown. */
  const [folded, setFolded] = useState<string | null>(null);
  const first = approvals[0];
  if (first === undefined) return null;
  const isFolded = folded === first.id;
  return (
    <section className={`dock ${isFolded ? 'folded' : ''}`} aria-label="Approval needed">
      <div className="row between">
        <strong className="row tight" role="alert">
          <span className="dock-dot" />
          {approvals.length === 1
            ? 'Someone waits for you'
            : `${plural(approvals.length, 'approval')} wait for you`}
        </strong>
        <span className="row tight small">
          {approvals.length > 1 && <a href={hrefTo(['approvals'])}>See all</a>}
          <button
            type="button"
            className="link"
            aria-expanded={!isFolded}
            onClick={() => setFolded(isFolded ? null : first.id)}
          >
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
