import { useEffect, useState } from 'react';
import { plural } from '../app/format.js';
import { hrefTo } from '../app/router.js';
import { useOfficeState } from '../app/office-context.js';
import { ApprovalCard } from './approval-card.js';
import { useDecision } from './use-decision.js';
import './approvals.css';

/**
 * The approval that has waited longest, above whatever page is shown. Alt Y approves, Alt N refuses,
 * from anywhere.
 */
export function ApprovalDock() {
  const approvals = useOfficeState((state) => state.approvals);
  const [isFolded, setFolded] = useState(false);
  const first = approvals[0];
  const decide = useDecision();
  const id = first?.id;
  useEffect(() => {
    if (id === undefined) return;
    setFolded(false);
    const answer = (event: KeyboardEvent) => {
      if (!event.altKey || (event.code !== 'KeyY' && event.code !== 'KeyN')) return;
      event.preventDefault();
      void decide(id, event.code === 'KeyY', {});
    };
    addEventListener('keydown', answer);
    return () => removeEventListener('keydown', answer);
  }, [id, decide]);
  if (first === undefined) return null;
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
          <button type="button" className="link" onClick={() => setFolded(!isFolded)}>
            {isFolded ? 'Show' : 'Fold'}
          </button>
        </span>
      </div>
      {!isFolded && <ApprovalCard key={first.id} approval={first} withKeys />}
    </section>
  );
}
